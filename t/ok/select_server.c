// A server selects between questions and the word to stop, and takes questions first: none is lost, as the word comes last.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int questions[2], stop[2], handled;

static void *serve(void *arg)
{
	char byte;

	for (;;) {
		fd_set set;

		FD_ZERO(&set);
		FD_SET(questions[0], &set);
		FD_SET(stop[0], &set);
		assert(select(stop[0] + 1, &set, NULL, NULL, NULL) > 0);
		if (!FD_ISSET(questions[0], &set))
			return arg;
		assert(read(questions[0], &byte, 1) == 1);
		handled++;
	}
}

static void *ask(void *arg)
{
	assert(write(questions[1], "?", 1) == 1);
	return arg;
}

int main(void)
{
	pthread_t server, clients[2];

	assert(pipe(questions) == 0 && pipe(stop) == 0);
	pthread_create(&server, NULL, serve, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&clients[i], NULL, ask, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(clients[i], NULL);
	assert(write(stop[1], ".", 1) == 1);
	pthread_join(server, NULL);
	assert(handled == 2);
	return 0;
}
