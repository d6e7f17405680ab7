// Takes what comes first out of an epoll set for what was sent first; the two senders may be faster in either order.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int first, second;

static void *send_first(void *arg)
{
	eventfd_write(first, 1);
	return arg;
}

static void *send_second(void *arg)
{
	eventfd_write(second, 1);
	return arg;
}

int main(void)
{
	struct epoll_event event = { .events = EPOLLIN }, ready[2];
	pthread_t threads[2];
	int set = epoll_create1(0);

	event.data.fd = first = eventfd(0, 0);
	epoll_ctl(set, EPOLL_CTL_ADD, first, &event);
	event.data.fd = second = eventfd(0, 0);
	epoll_ctl(set, EPOLL_CTL_ADD, second, &event);
	pthread_create(&threads[0], NULL, send_first, NULL);
	pthread_create(&threads[1], NULL, send_second, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(epoll_wait(set, ready, 2, -1) == 2);
	assert(ready[0].data.fd == first);
	return 0;
}
