// Nearly the same: it is the server itself whose size is raised.
// bounds: unbounded 18
#include <pthread.h>
#include <string.h>

struct server {
	unsigned size;
	struct server *pool;
	pthread_t thread;
};

void *work(void *arg);

void start(struct server *server)
{
	unsigned i;

	for (i = 0; i < server->size; i++) {
		struct server *worker = server;

		memcpy(worker, server, sizeof *worker);
		worker->size += 2;
		pthread_create(&worker->thread, NULL, work, worker);
	}
}
