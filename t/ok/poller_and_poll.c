// One thread looks every few milliseconds whether the other has noticed that it is to end, which it does when its poll times out.
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/select.h>
#include <unistd.h>

enum { RUNNING, ASKED, OVER };

static int ends[2];
static atomic_int state;

static void *serve(void *arg)
{
	while (state != ASKED) {
		struct pollfd set = { .fd = ends[0], .events = POLLIN };

		poll(&set, 1, 20);
	}
	state = OVER;
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (pipe(ends))
		return 1;
	pthread_create(&thread, NULL, serve, NULL);
	state = ASKED;
	while (state != OVER)
		select(0, NULL, NULL, NULL, &(struct timeval){ .tv_usec = 1000 });
	pthread_join(thread, NULL);
	return 0;
}
