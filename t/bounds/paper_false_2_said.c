// The same with a comment that says why.
// bounds: suppressed 14 says "stress test, stopped by hand"
#include <pthread.h>
#include <unistd.h>

static void *hammer(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	while (1) { // treadle: bounded a stress test, stopped by hand
		pthread_create(&t, NULL, hammer, NULL);
		usleep(100);
	}
}
