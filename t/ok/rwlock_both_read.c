// Two read-write locks in two orders, but the second is always read by those who hold the first: readers do not wait for readers.
// treadle: races thread sanitizer reports the lock order, though all of them read
#include <pthread.h>

static pthread_rwlock_t names = PTHREAD_RWLOCK_INITIALIZER, sizes = PTHREAD_RWLOCK_INITIALIZER;
static int name, size, seen[2];

static void *by_name(void *arg)
{
	pthread_rwlock_rdlock(&names);
	pthread_rwlock_rdlock(&sizes);
	seen[0] = name + size;
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	return arg;
}

static void *by_size(void *arg)
{
	pthread_rwlock_rdlock(&sizes);
	pthread_rwlock_rdlock(&names);
	seen[1] = size + name;
	pthread_rwlock_unlock(&names);
	pthread_rwlock_unlock(&sizes);
	return arg;
}

static void *change(void *arg)
{
	pthread_rwlock_wrlock(&names);
	name = 1;
	pthread_rwlock_unlock(&names);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, by_name, NULL);
	pthread_create(&threads[1], NULL, by_size, NULL);
	pthread_create(&threads[2], NULL, change, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return seen[0] > 1 || seen[1] > 1;
}
