// Two threads take two locks in two orders, one of them with a limit: when it has given up, the other has both, and the result is wrong.
// treadle: expect assert
// treadle: options --timeouts last
// treadle: says "timed out"
// treadle: never "--timeouts last"
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *other_way(void *arg)
{
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec limit;
	int result;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += 5;
	pthread_create(&thread, NULL, other_way, NULL);
	pthread_mutex_lock(&left);
	result = pthread_mutex_timedlock(&right, &limit);
	if (!result)
		pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	pthread_join(thread, NULL);
	assert(!result);
	return 0;
}
