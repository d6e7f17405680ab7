// The paper's second false alarm (ejbca): a stress test that is meant to run until it is stopped.  The loop is unbounded
// indeed, so it is still reported; saying that it may be is what a comment is for (paper_false_2_said.c).
// bounds: unbounded 15
#include <pthread.h>
#include <unistd.h>

static void *hammer(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	while (1) {
		pthread_create(&t, NULL, hammer, NULL);
		usleep(100);
	}
}
