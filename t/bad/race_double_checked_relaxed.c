// Double-checked locking with an atomic pointer, but the first look is relaxed: what it points to need not be there yet.
// treadle: expect race
// treadle: says "\bport\b"
// treadle: says "\bmake_config\b"
// treadle: says "\bconnect_to_port\b"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int port;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic current;

static struct config *make_config(void)
{
	pthread_mutex_lock(&lock);
	struct config *config = atomic_load_explicit(&current, memory_order_relaxed);
	if (!config) {
		config = malloc(sizeof *config);
		config->port = 80;
		atomic_store_explicit(&current, config, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return config;
}

static void *connect_to_port(void *arg)
{
	struct config *config = atomic_load_explicit(&current, memory_order_relaxed);

	if (!config)
		config = make_config();
	return config->port == 80 ? arg : NULL;
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
