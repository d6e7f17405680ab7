// The size of the pool is the server's; each worker is a copy of the server, and its own size is set to 0.
// bounds: bounded 18
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
		struct server *worker = &server->pool[i];

		memcpy(worker, server, sizeof *worker);
		worker->size = 0;
		pthread_create(&worker->thread, NULL, work, worker);
	}
}
