// Timed locks that are asked for again until they come, and a last resort without a limit.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int lock_within(clockid_t clock, long milliseconds)
{
	struct timespec deadline;

	clock_gettime(clock, &deadline);
	deadline.tv_nsec += milliseconds * 1000000;
	if (deadline.tv_nsec >= 1000000000) {
		deadline.tv_sec++;
		deadline.tv_nsec -= 1000000000;
	}
	if (clock == CLOCK_REALTIME)
		return pthread_mutex_timedlock(&lock, &deadline);
	return pthread_mutex_clocklock(&lock, clock, &deadline);
}

static void *add(void *arg)
{
	int failed = lock_within(CLOCK_REALTIME, 10);

	if (failed) {
		assert(failed == ETIMEDOUT);
		failed = lock_within(CLOCK_MONOTONIC, 20);
	}
	if (failed) {
		assert(failed == ETIMEDOUT);
		pthread_mutex_lock(&lock);
	}
	total++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(total == 2);
	return 0;
}
