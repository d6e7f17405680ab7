// Freed memory comes back to another thread: what was said about the old block does not hold for the new one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
	pthread_mutex_t lock;
	int value;
};

static void *cycle(void *arg)
{
	for (int i = 0; i < 3; i++) {
		struct item *item = malloc(sizeof *item);

		pthread_mutex_init(&item->lock, NULL);
		pthread_mutex_lock(&item->lock);
		item->value = i;
		pthread_mutex_unlock(&item->lock);
		assert(item->value == i);
		pthread_mutex_destroy(&item->lock);
		free(item);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, cycle, NULL);
	pthread_create(&b, NULL, cycle, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
