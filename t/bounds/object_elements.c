// The size of the pool is the listener's; each worker is a copy of the listener, and its own size is set to 0.
// bounds: bounded 18
#include <pthread.h>
#include <string.h>

struct listener {
	unsigned size;
	struct listener *pool;
	pthread_t thread;
};

void *work(void *arg);

void start(struct listener *listener)
{
	unsigned i;

	for (i = 0; i < listener->size; i++) {
		struct listener *worker = &listener->pool[i];

		memcpy(worker, listener, sizeof *worker);
		worker->size = 0;
		pthread_create(&worker->thread, NULL, work, worker);
	}
}
