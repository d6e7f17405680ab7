// The field that is asked about is one of what a field points to, and that is something else in each round.
// bounds: unbounded 38
// bounds: unbounded 49
// bounds: unbounded 59
#include <pthread.h>
#include <stdlib.h>

struct connection {
	int is_busy;
};

struct server {
	struct connection *last;
	int *flag;
};

static struct server the_server;

static void *work(void *arg)
{
	return arg;
}

static void start(struct connection *connection)
{
	pthread_t thread;

	if (!connection->is_busy) {
		pthread_create(&thread, NULL, work, NULL);
		connection->is_busy = 1;
	}
}

void global(void)
{
	pthread_t thread;

	for (;;) {
		the_server.last = calloc(1, sizeof *the_server.last);
		if (!the_server.last->is_busy) {
			pthread_create(&thread, NULL, work, NULL);
			the_server.last->is_busy = 1;
		}
	}
}

void handed_on(struct server *server)
{
	for (;;) {
		server->last = calloc(1, sizeof *server->last);
		start(server->last);
	}
}

void number(struct server *server)
{
	pthread_t thread;

	for (;;) {
		server->flag = calloc(1, sizeof *server->flag);
		if (!*server->flag) {
			pthread_create(&thread, NULL, work, NULL);
			*server->flag = 1;
		}
	}
}
