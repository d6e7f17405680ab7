// An event loop as servers have it: a thread in epoll_pwait, woken by an eventfd, that learns of a new descriptor while it waits.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int loop, wake, late;

static void watch(int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	assert(epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event) == 0);
}

static void *run(void *arg)
{
	int seen = 0;

	while (seen < 2) {
		struct epoll_event events[2];
		int count = epoll_pwait(loop, events, 2, -1, NULL);

		for (int i = 0; i < count; i++) {
			uint64_t value;

			assert(read(events[i].data.fd, &value, sizeof value) == sizeof value);
			assert(value == (events[i].data.fd == wake ? 1 : 7));
			seen++;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	pthread_attr_t attributes;
	void *stack;
	size_t size;

	loop = epoll_create1(EPOLL_CLOEXEC);
	wake = eventfd(0, EFD_CLOEXEC);
	late = eventfd(7, EFD_CLOEXEC);
	watch(wake);
	pthread_create(&thread, NULL, run, NULL);
	watch(late);
	assert(write(wake, &(uint64_t){ 1 }, sizeof(uint64_t)) == sizeof(uint64_t));
	pthread_join(thread, NULL);
	assert(pthread_getattr_np(pthread_self(), &attributes) == 0 && pthread_attr_getstack(&attributes, &stack, &size) == 0);
	assert((char *)&thread > (char *)stack && (char *)&thread < (char *)stack + size);
	pthread_attr_destroy(&attributes);
	return 0;
}
