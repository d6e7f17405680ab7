// Double-checked initialisation done right: the pointer is published last, with release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int port, backlog;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic current;
static atomic_int made;

static struct config *config(void)
{
	struct config *config = atomic_load_explicit(&current, memory_order_acquire);

	if (config)
		return config;
	pthread_mutex_lock(&lock);
	config = atomic_load_explicit(&current, memory_order_relaxed);
	if (!config) {
		config = malloc(sizeof *config);
		config->port = 80;
		config->backlog = 5;
		atomic_fetch_add(&made, 1);
		atomic_store_explicit(&current, config, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return config;
}

static void *use(void *arg)
{
	struct config *mine = config();

	assert(mine->port == 80 && mine->backlog == 5);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(made == 1);
	free(current);
	return 0;
}
