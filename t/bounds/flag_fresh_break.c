// A socket is chosen in an inner loop; that none was found is no flag.
// bounds: unbounded 19
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

struct config {
	int quit;
};

void *serve(void *arg);
int poll_all(struct pollfd *fds, int number);

void run(struct config *config, struct pollfd *fds, int number)
{
	int i, listener;
	pthread_t t;
	while (!config->quit) {
		listener = -1;
		if (poll_all(fds, number) <= 0)
			continue;
		for (i = 0; i < number; i++) {
			if (fds[i].revents & POLLIN) {
				listener = fds[i].fd;
				break;
			}
		}
		if (listener == -1)
			continue;
		if (accept(listener, NULL, NULL) >= 0)
			pthread_create(&t, NULL, serve, NULL);
	}
}
