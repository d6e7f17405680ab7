// Waits for what never comes, but not for longer than a second: a loop that looks at the clock comes to its end.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int work[2], never[2];

__attribute__((noinline)) static long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *wait_for_work(void *arg)
{
	char byte;

	assert(read(work[0], &byte, 1) == 1);
	return arg;
}

int main(void)
{
	struct pollfd set = { .fd = 0, .events = POLLIN };
	pthread_t thread;

	assert(pipe(work) == 0 && pipe(never) == 0);
	set.fd = never[0];
	pthread_create(&thread, NULL, wait_for_work, NULL);
	for (long end = now() + 1000; poll(&set, 1, 100) == 0 && now() < end;)
		;
	assert(write(work[1], "x", 1) == 1);
	pthread_join(thread, NULL);
	return 0;
}
