// A thread joins another one by the handle that main gets for it, and may come before main has it: pthread_create writes there like
// anybody else.
// treadle: expect race
// treadle: says "\bworker\b"
// treadle: says "@creation"
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void *work(void *arg)
{
	return arg;
}

static void *wait_for_worker(void *arg)
{
	pthread_join(worker, NULL);
	return arg;
}

int main(void)
{
	pthread_t waiter;

	pthread_create(&waiter, NULL, wait_for_worker, NULL);
	pthread_create(&worker, NULL, work, NULL); /* @creation */
	pthread_join(waiter, NULL);
	return 0;
}
