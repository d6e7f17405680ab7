// Clients' threads find out addresses, of which each has a list of its own; the length of the server's list is the limit.
// bounds: bounded 44
#include <pthread.h>
#include <stdlib.h>

struct addresses {
	unsigned count;
	int last;
};

struct server {
	int port;
	struct addresses own;
};

struct client {
	int port;
	struct addresses remote;
};

static struct server server;

static void resolve(struct addresses *addresses)
{
	addresses->last = (int)addresses->count++;
}

static void *serve(void *arg)
{
	struct client *client = calloc(1, sizeof *client);

	if (!client)
		abort();
	for (int i = 0; i < 8; i++)
		resolve(&client->remote);
	return arg;
}

void run(void)
{
	pthread_t t;

	resolve(&server.own);
	for (unsigned i = 0; i < server.own.count; i++)
		pthread_create(&t, NULL, serve, NULL);
}
