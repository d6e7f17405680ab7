// Double-checked locking with a plain pointer: the first look at it is not under the lock.
// treadle: expect race
// treadle: says "\bcurrent\b"
// treadle: says "\bconfig\b"
#include <pthread.h>
#include <stdlib.h>

struct config {
	int port;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *current;

static struct config *config(void)
{
	if (!current) {
		pthread_mutex_lock(&lock);
		if (!current) {
			struct config *made = malloc(sizeof *made);

			made->port = 80;
			current = made;
		}
		pthread_mutex_unlock(&lock);
	}
	return current;
}

static void *connect_to_port(void *arg)
{
	return config()->port == 80 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, connect_to_port, NULL);
	pthread_create(&b, NULL, connect_to_port, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(current);
	return 0;
}
