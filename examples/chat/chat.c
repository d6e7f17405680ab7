/* A chat server that has a thread for each client, of which there are at most MOST, and starts another one for whoever asks
 * for the list of names: there is no limit to these.  `treadle bounds examples/chat` finds that. */
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 100 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int clients;

static void *send_names(void *fd)
{
	(void)!write((int)(intptr_t)fd, "nobody\n", 7);
	return NULL;
}

static void start(void *(*function)(void *), int fd)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, function, (void *)(intptr_t)fd) == 0)
		pthread_detach(thread);
}

static void *talk(void *arg)
{
	int fd = (int)(intptr_t)arg;
	char command;

	while (read(fd, &command, 1) == 1)
		if (command == '?')
			start(send_names, fd);
	close(fd);
	pthread_mutex_lock(&lock);
	clients--;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int is_welcome(void)
{
	int welcome;

	pthread_mutex_lock(&lock);
	welcome = clients < MOST;
	clients += welcome;
	pthread_mutex_unlock(&lock);
	return welcome;
}

void serve(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			continue;
		if (is_welcome())
			start(talk, fd);
		else
			close(fd);
	}
}
