// The field that is asked about is one of what a field points to, which is the same in every round.
// bounds: bounded 34
// bounds: bounded 46
#include <pthread.h>
#include <unistd.h>

struct connection {
	int is_busy;
};

struct server {
	struct connection *only;
};

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

void handed_on(struct connection *connection)
{
	struct server server = { connection };

	for (;;) {
		start(server.only);
		sleep(1);
	}
}

void put(struct connection *connection)
{
	struct server server;
	pthread_t thread;

	server.only = connection;
	for (;;) {
		if (!server.only->is_busy) {
			pthread_create(&thread, NULL, work, NULL);
			server.only->is_busy = 1;
		}
		sleep(1);
	}
}
