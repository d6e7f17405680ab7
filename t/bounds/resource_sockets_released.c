// Sockets that are closed in the round, by a function, by a thread; and one that nobody closes.
// bounds: options --resources sockets
// bounds: alive 29
// bounds: alive 40
// bounds: alive 51 says "handed to handle"
// bounds: unbounded 60
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void handle(int fd)
{
	(void)!write(fd, "hello", 5);
	close(fd);
}

static void *serve(void *arg)
{
	int *fd = arg;
	handle(*fd);
	free(fd);
	return NULL;
}

void by_thread(int listener)
{
	pthread_t t;
	for (;;) {
		int *fd = malloc(sizeof *fd);
		if (!fd)
			return;
		*fd = accept(listener, NULL, NULL);
		pthread_create(&t, NULL, serve, fd);
	}
}

void in_round(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		if (fd < 0)
			continue;
		(void)!write(fd, "hello", 5);
		close(fd);
	}
}

void by_function(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		if (fd >= 0)
			handle(fd);
	}
}

void by_nobody(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		(void)!write(fd, "hello", 5);
	}
}
