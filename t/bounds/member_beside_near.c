// A thread changes the length that is the limit.
// bounds: unbounded 41
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
void act(void);

static void *serve(void *arg)
{
	struct client *client = calloc(1, sizeof *client);

	if (!client)
		abort();
	for (int i = 0; i < 2; i++)
		server.own.count++;
	act();
	return arg;
}

void run(void)
{
	pthread_t t;

	server.own.count = 3;
	for (unsigned i = 0; i < server.own.count; i++)
		pthread_create(&t, NULL, serve, NULL);
}
