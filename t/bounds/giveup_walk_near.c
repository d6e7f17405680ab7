// A function that fails empties the ring, in which the element that the loop is at is linked to itself then; and the loop goes on when
// the function says that it has failed.
// bounds: unbounded 65
#include <pthread.h>
#include <stdlib.h>

struct link {
	struct link *next, *prev;
};

struct server {
	struct link chain;
	pthread_t thread;
};

int bind_port(void);

static struct link servers = { &servers, &servers };

static void put_before(struct link *ref, struct link *item)
{
	item->prev = ref->prev;
	item->next = ref;
	ref->prev->next = item;
	ref->prev = item;
}

static void take_out(struct link *item)
{
	item->next->prev = item->prev;
	item->prev->next = item->next;
	item->next = item;
	item->prev = item;
}

static void close_all(void)
{
	while (servers.next != &servers)
		take_out(servers.next);
}

static int *open_port(void)
{
	static int port;

	if (bind_port() < 3)
		goto error;
	port++;
	return &port;
error:
	close_all();
	return NULL;
}

static void *serve(void *arg)
{
	return arg;
}

static int start_all(void)
{
	struct link *at;
	int *port;

	for (at = servers.next; at != &servers; at = at->next) {
		struct server *server = (struct server *)at;

		port = open_port();
		if (port == NULL)
			port = 0;
		pthread_create(&server->thread, NULL, serve, server);
	}
	return 0;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		struct server *server = calloc(1, sizeof *server);

		put_before(&servers, &server->chain);
	}
	return start_all() < 0;
}
