// Reads without waiting, again and again, until something has come: going round changes nothing.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int ends[2];

static void *send_two(void *arg)
{
	assert(write(ends[1], "a", 1) == 1);
	assert(write(ends[1], "b", 1) == 1);
	return arg;
}

int main(void)
{
	pthread_t thread;
	char bytes[2];

	assert(pipe2(ends, O_NONBLOCK) == 0);
	pthread_create(&thread, NULL, send_two, NULL);
	for (int got = 0; got < 2;) {
		ssize_t size = read(ends[0], bytes + got, 1);

		assert(size == 1 || errno == EAGAIN);
		if (size == 1)
			got++;
		else
			sched_yield();
	}
	assert(bytes[0] == 'a' && bytes[1] == 'b');
	pthread_join(thread, NULL);
	return 0;
}
