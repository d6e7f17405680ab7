/* A thread waits in a loop for another; whether it is preempted there any number of times makes no difference. */
#include <pthread.h>

static volatile int ready;

static void *wait(void *arg)
{
	while (!ready) /* @loop */
		;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait, NULL);
	ready = 1;
	pthread_join(thread, NULL);
	return 0;
}
