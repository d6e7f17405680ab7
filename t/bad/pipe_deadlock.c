// Two threads talk over two pipes, and both listen first.
// treadle: expect deadlock
// treadle: says "@listen"
// treadle: says "main waits to read fd 5; server waits to read fd 3"
#include <pthread.h>
#include <unistd.h>

static int to_server[2], to_client[2];

static void *server(void *arg)
{
	char byte;

	if (read(to_server[0], &byte, 1) == 1) /* @listen */
		return write(to_client[1], &byte, 1) == 1 ? arg : NULL;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	char byte = 'h';

	if (pipe(to_server) || pipe(to_client))
		return 0;
	pthread_create(&thread, NULL, server, NULL);
	if (read(to_client[0], &byte, 1) == 1 && write(to_server[1], &byte, 1) == 1) /* the wrong way round */
		pthread_join(thread, NULL);
	return 0;
}
