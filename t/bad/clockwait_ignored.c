// As timedwait_ignored, by the monotonic clock and in a loop that gives up too early.
// treadle: expect assert
// treadle: says "\bpackets\b"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int packets;

static void *network(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		packets++;
		pthread_cond_signal(&arrived);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec deadline;

	pthread_create(&thread, NULL, network, NULL);
	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec += 1;
	pthread_mutex_lock(&lock);
	while (packets < 2)
		if (pthread_cond_clockwait(&arrived, &lock, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT)
			break;
	assert(packets == 2);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
