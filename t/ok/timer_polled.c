// A timer that goes off again and again is waited for with a limit that is reached first, and looked at without waiting.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static uint64_t wait_for_timer(int limit)
{
	struct itimerspec when = { .it_value.tv_sec = 1, .it_interval.tv_nsec = 1000 };
	struct pollfd timer = { .fd = timerfd_create(CLOCK_MONOTONIC, 0), .events = POLLIN };
	uint64_t times;

	timerfd_settime(timer.fd, 0, &when, NULL);
	while (poll(&timer, 1, limit) == 0)
		;
	assert(read(timer.fd, &times, sizeof times) == sizeof times);
	close(timer.fd);
	return times;
}

static void *wait_with_limit(void *arg)
{
	assert(wait_for_timer(1500) >= 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_with_limit, NULL);
	assert(wait_for_timer(0) >= 1);
	pthread_join(thread, NULL);
	return 0;
}
