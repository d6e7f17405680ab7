// The connection is published before its mutex is initialised.
// treadle: expect bad-primitive
// treadle: says "@lock"
// cause: order
// says: ^serve came to lock connection#1\.lock at .* before main could initialise it at
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct connection {
	pthread_mutex_t lock;
	int requests;
};

static struct connection *_Atomic current;

static void *serve(void *arg)
{
	struct connection *connection = atomic_load(&current);

	if (connection) {
		pthread_mutex_lock(&connection->lock); /* @lock */
		pthread_mutex_unlock(&connection->lock);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct connection *fresh = malloc(sizeof *fresh);

	pthread_create(&thread, NULL, serve, NULL);
	atomic_store(&current, fresh);
	pthread_mutex_init(&fresh->lock, NULL);
	pthread_join(thread, NULL);
	pthread_mutex_destroy(&fresh->lock);
	free(fresh);
	return 0;
}
