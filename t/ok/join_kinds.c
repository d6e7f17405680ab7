// join, tryjoin and timedjoin give the result of the thread, from return and from pthread_exit.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

static void leave_with(intptr_t value)
{
	pthread_exit((void *)value);
}

static void *leave(void *arg)
{
	leave_with((intptr_t)arg * 4);
	return NULL;
}

static void *give_back(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t a, b, c;
	void *result;
	struct timespec deadline;
	int failed;

	pthread_create(&a, NULL, leave, (void *)3);
	pthread_create(&b, NULL, give_back, (void *)7);
	pthread_create(&c, NULL, give_back, (void *)8);
	while ((failed = pthread_tryjoin_np(a, &result)) == EBUSY)
		sched_yield();
	assert(!failed && result == (void *)12);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec++;
	failed = pthread_timedjoin_np(b, &result, &deadline);
	assert(failed == 0 || failed == ETIMEDOUT);
	if (failed)
		pthread_join(b, &result);
	assert(result == (void *)7);
	assert(pthread_join(pthread_self(), NULL) == EDEADLK);
	assert(pthread_timedjoin_np(c, &result, NULL) == 0); /* for ever */
	assert(result == (void *)8);
	return 0;
}
