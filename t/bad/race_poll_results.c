// Two threads wait with one set of descriptors: what poll says to one, the other may overwrite before it was looked at.
// treadle: expect race
// treadle: says "data race on set\[[01]\]\.revents"
// treadle: says "@wait"
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>

static struct pollfd set[2] = { { .events = POLLIN }, { .events = POLLIN } };

static void *serve(void *arg)
{
	char byte;

	if (poll(set, 2, -1) > 0) /* @wait */
		for (int i = 0; i < 2; i++)
			if (set[i].revents & POLLIN && recv(set[i].fd, &byte, 1, MSG_DONTWAIT) == 1)
				break;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int ends[2];

	for (int i = 0; i < 2; i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || send(ends[1], "x", 1, 0) != 1)
			return 1;
		set[i].fd = ends[0];
	}
	pthread_create(&a, NULL, serve, NULL);
	pthread_create(&b, NULL, serve, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
