// A thread changes the length that is the limit.
// bounds: unbounded 40
#include <pthread.h>
#include <stdlib.h>

struct names {
	unsigned count;
	int last;
};

struct server {
	int port;
	struct names own;
};

struct client {
	int port;
	struct names tracks;
};

static struct server server;

static void *serve(void *arg)
{
	struct client *client = calloc(1, sizeof *client);

	if (!client)
		abort();
	while (client->port) {
		server.own.count++;
		client->port--;
	}
	return arg;
}

void run(void)
{
	pthread_t t;

	for (unsigned i = 0; i < server.own.count; i++)
		pthread_create(&t, NULL, serve, NULL);
}
