// One thread changes the event that another one hands to epoll_ctl.
// treadle: expect race
// treadle: says "data race on event"
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

static struct epoll_event event = { .events = EPOLLIN };
static int ends[2];

static void *watch(void *arg)
{
	int set = epoll_create1(0);

	epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
	close(set);
	return arg;
}

int main(void)
{
	pthread_t watcher;

	if (pipe(ends))
		return 0;
	pthread_create(&watcher, NULL, watch, NULL);
	event.events = EPOLLIN | EPOLLET;
	pthread_join(watcher, NULL);
	return 0;
}
