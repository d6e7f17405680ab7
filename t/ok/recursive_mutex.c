// A recursive mutex is free again only after as many unlocks as locks.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int inside;

static void nested(int depth)
{
	pthread_mutex_lock(&lock);
	if (depth)
		nested(depth - 1);
	else
		assert(atomic_fetch_add(&inside, 1) == 0);
	if (!depth)
		atomic_fetch_sub(&inside, 1);
	pthread_mutex_unlock(&lock);
}

static void *deep(void *arg)
{
	nested(2);
	if (pthread_mutex_trylock(&lock) == 0) {
		assert(pthread_mutex_trylock(&lock) == 0);
		pthread_mutex_unlock(&lock);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_t a, b;
	int type;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_gettype(&kind, &type);
	assert(type == PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&lock, &kind);
	pthread_mutexattr_destroy(&kind);
	pthread_create(&a, NULL, deep, NULL);
	pthread_create(&b, NULL, deep, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_mutex_destroy(&lock);
	return 0;
}
