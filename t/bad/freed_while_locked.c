// The connection is closed, and freed, without a look whether a request is still in the middle of it.
// treadle: expect bad-primitive|use-after-free
// treadle: options --races off
// treadle: says "the mutex in it is in use: connection#1\.lock; serve holds it, at main \(@free\)|serve uses connection#1.*, which has been freed"
// treadle: says "@free\s+free connection#1"
#include <pthread.h>
#include <stdlib.h>

struct connection {
	pthread_mutex_t lock;
	int requests;
};

static void *serve(void *arg)
{
	struct connection *connection = arg;

	pthread_mutex_lock(&connection->lock);
	connection->requests++;
	pthread_mutex_unlock(&connection->lock);
	return NULL;
}

int main(void)
{
	struct connection *connection = calloc(1, sizeof *connection);
	pthread_t thread;

	pthread_mutex_init(&connection->lock, NULL);
	pthread_create(&thread, NULL, serve, connection);
	free(connection); /* @free */
	pthread_join(thread, NULL);
	return 0;
}
