// The plain case: a thread for every connection, and nobody counts them.
// bounds: unbounded 16
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

static void *serve(void *arg)
{
	close((int)(intptr_t)arg);
	return NULL;
}

int run(int listener)
{
	while (1) {
		int fd = accept(listener, NULL, NULL);
		pthread_t t;
		if (fd < 0)
			continue;
		if (pthread_create(&t, NULL, serve, (void *)(intptr_t)fd) == 0)
			pthread_detach(t);
		else
			close(fd);
	}
}
