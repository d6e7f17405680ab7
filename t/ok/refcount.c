// Atomic reference counts: the reference is taken while the table's own one is held; the last to leave frees.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *table;
static atomic_int freed;

static void put(struct object *object)
{
	if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1) {
		free(object);
		atomic_fetch_add(&freed, 1);
	}
}

static struct object *get(void)
{
	pthread_mutex_lock(&lock);
	struct object *object = table;
	if (object)
		atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
	pthread_mutex_unlock(&lock);
	return object;
}

static void *user(void *arg)
{
	struct object *object = get();

	if (object) {
		assert(object->value == 7);
		put(object);
	}
	return arg;
}

static void *remover(void *arg)
{
	pthread_mutex_lock(&lock);
	struct object *object = table;
	table = NULL;
	pthread_mutex_unlock(&lock);
	put(object);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	table = malloc(sizeof *table);
	atomic_init(&table->references, 1);
	table->value = 7;
	pthread_create(&threads[0], NULL, user, NULL);
	pthread_create(&threads[1], NULL, user, NULL);
	pthread_create(&threads[2], NULL, remover, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(freed == 1);
	return 0;
}
