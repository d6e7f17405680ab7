// The pointer is taken under the lock, the reference only after it: the last owner may be gone by then,
// or just about to go: then both free it.
// treadle: expect use-after-free|double-free
// treadle: says "@free"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *shared;

static void put(struct object *object)
{
	if (atomic_fetch_sub(&object->references, 1) == 1)
		free(object); /* @free */
}

static void *use(void *arg)
{
	pthread_mutex_lock(&lock);
	struct object *object = shared;
	pthread_mutex_unlock(&lock);
	if (object) {
		atomic_fetch_add(&object->references, 1);
		put(object);
	}
	return arg;
}

static void *drop(void *arg)
{
	pthread_mutex_lock(&lock);
	struct object *object = shared;
	shared = NULL;
	pthread_mutex_unlock(&lock);
	put(object);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	shared = malloc(sizeof *shared);
	atomic_init(&shared->references, 1);
	shared->value = 1;
	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
