// They look like iterators, but one waits for the next client, and nobody knows what the other does.
// bounds: unbounded 30
// bounds: unbounded 34
#include <pthread.h>
#include <sys/socket.h>

struct listener {
	int socket, client;
};

struct source {
	int is_open;
};

struct source open_source(void);
void source_next(struct source *source);
void *serve(void *arg);

static void listener_next(struct listener *listener)
{
	listener->client = accept(listener->socket, NULL, NULL);
}

void run(int socket)
{
	struct listener listener = { socket, 0 };
	struct source source = open_source();
	pthread_t t;

	while (listener.client >= 0) {
		listener_next(&listener);
		pthread_create(&t, NULL, serve, NULL);
	}
	while (source.is_open) {
		pthread_create(&t, NULL, serve, NULL);
		source_next(&source);
	}
}
