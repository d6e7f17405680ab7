// The threads find out more of the very addresses whose number is the limit.
// bounds: unbounded 35
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

static struct server server;

static void resolve(struct addresses *addresses)
{
	addresses->last = (int)addresses->count++;
}

static void *serve(void *arg)
{
	for (int i = 0; i < 8; i++)
		resolve(&server.own);
	return arg;
}

void run(void)
{
	pthread_t t;

	resolve(&server.own);
	for (unsigned i = 0; i < server.own.count; i++)
		pthread_create(&t, NULL, serve, NULL);
}
