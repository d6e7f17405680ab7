// Timed waits in a loop: a timeout is not a failure and not a deadlock, the loop asks again.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;

static void *worker(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		stage++;
		pthread_cond_signal(&changed);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void wait_for(int wanted, clockid_t clock)
{
	struct timespec deadline;
	int result;

	pthread_mutex_lock(&lock);
	while (stage < wanted) {
		clock_gettime(clock, &deadline);
		deadline.tv_sec++;
		if (clock == CLOCK_REALTIME)
			result = pthread_cond_timedwait(&changed, &lock, &deadline);
		else
			result = pthread_cond_clockwait(&changed, &lock, clock, &deadline);
		assert(result == 0 || result == ETIMEDOUT);
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	wait_for(1, CLOCK_REALTIME);
	wait_for(2, CLOCK_MONOTONIC);
	pthread_join(thread, NULL);
	return 0;
}
