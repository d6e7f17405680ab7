// Which of some sockets can be read is asked of a set that poll fills again and again.
// bounds: unbounded 26
// bounds: bounded 29
#include <poll.h>
#include <pthread.h>

struct set {
	struct pollfd fds[16];
	unsigned count;
};

int poll_all(struct set *set);
void *serve(void *arg);

static int can_read(struct set *set, int fd)
{
	for (unsigned i = 0; i < set->count; i++)
		if (set->fds[i].fd == fd)
			return set->fds[i].revents & POLLIN;
	return 0;
}

void run(struct set *set, const int *listeners, int number)
{
	pthread_t t;
	while (1) {
		if (poll_all(set) <= 0)
			continue;
		for (int i = 0; i < number; i++) {
			int fd = listeners[i];
			if (fd != -1 && can_read(set, fd))
				pthread_create(&t, NULL, serve, NULL);
		}
	}
}
