// A loop that waits for a timer and for a pipe: the timer goes off when nobody can go on, as often as it was told to.
// treadle: options --timeouts last
// treadle: quiet yes
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer, ends[2];

static void *send_one(void *arg)
{
	assert(write(ends[1], "x", 1) == 1);
	return arg;
}

static void set(int seconds, int interval)
{
	struct itimerspec value = { .it_value.tv_sec = seconds, .it_interval.tv_sec = interval };

	assert(timerfd_settime(timer, 0, &value, NULL) == 0);
}

int main(void)
{
	pthread_t thread;
	struct pollfd polled[2] = { { .events = POLLIN }, { .events = POLLIN } };
	uint64_t times;
	char byte;
	int ticks = 0, messages = 0;

	timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	assert(timer >= 0 && pipe(ends) == 0);
	set(1, 1);
	pthread_create(&thread, NULL, send_one, NULL);
	polled[0].fd = timer;
	polled[1].fd = ends[0];
	while (ticks < 2) {
		assert(poll(polled, 2, -1) > 0);
		if (polled[1].revents)
			messages += (int)read(ends[0], &byte, 1);
		if (polled[0].revents) {
			assert(messages == 1 && read(timer, &times, sizeof times) == sizeof times && times == 1);
			ticks++;
		}
	}
	set(0, 0);
	polled[0].revents = 0;
	assert(poll(polled, 1, 0) == 0);
	pthread_join(thread, NULL);
	close(timer);
	return 0;
}
