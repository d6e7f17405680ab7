// The loop adds behind the element that it has come to, whose name tells nothing of the ring.
// bounds: unbounded 52
#include <pthread.h>
#include <stdlib.h>

struct link {
	struct link *next, *prev;
};

struct server {
	struct link chain;
	int port;
};

struct client {
	struct link chain;
	pthread_t thread;
};

static struct link servers = { &servers, &servers }, clients = { &clients, &clients };

static void put_before(struct link *ref, struct link *item)
{
	item->prev = ref->prev;
	item->next = ref;
	ref->prev->next = item;
	ref->prev = item;
}

static void add_last(struct link *list, struct link *item)
{
	put_before(list, item);
}

static void *serve(void *arg)
{
	return arg;
}

static void add_server(int port)
{
	struct server *server = calloc(1, sizeof *server);

	server->port = port;
	add_last(&servers, &server->chain);
}

static void start_all(void)
{
	struct link *at;

	for (at = servers.next; at != &servers; at = at->next) {
		struct client *client = calloc(1, sizeof *client);

		add_last(at->next, &client->chain);
		pthread_create(&client->thread, NULL, serve, client);
	}
}

int main(void)
{
	add_server(80);
	add_server(443);
	start_all();
	return 0;
}
