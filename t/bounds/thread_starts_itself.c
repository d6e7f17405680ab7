// A thread that creates another one like itself.
// bounds: unbounded 7
#include <pthread.h>

void do_work(void);

static void *work(void *arg)
{
	pthread_t t;
	pthread_create(&t, NULL, work, arg);
	do_work();
	return arg;
}

int main(void)
{
	work(NULL);
	return 0;
}
