// What a timer sets off comes after what was asked for, however long that takes: nobody has looked whether it was done.
// treadle: expect assert
// treadle: says "\bworked\b"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static atomic_int worked, is_over;

static void *tick(void *arg)
{
	struct itimerspec value = { .it_value.tv_nsec = 1000000 };
	int timer = timerfd_create(CLOCK_REALTIME, 0);
	uint64_t times;

	timerfd_settime(timer, 0, &value, NULL);
	assert(read(timer, &times, sizeof times) == sizeof times);
	is_over = 1;
	assert(worked == 0);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, tick, NULL);
	while (!is_over)
		usleep(100);
	worked = 1;
	pthread_join(thread, NULL);
	return 0;
}
