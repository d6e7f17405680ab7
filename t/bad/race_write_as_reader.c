// Under the read lock the last hit is noted: readers do not exclude each other.
// treadle: expect race
// treadle: says "\blast_hit\b"
// treadle: says "\blookup\b"
#include <pthread.h>
#include <stdint.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int values[2] = { 3, 4 };
static intptr_t last_hit;

static void *lookup(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	last_hit = (intptr_t)arg;
	int value = values[(intptr_t)arg];
	pthread_rwlock_unlock(&lock);
	return (void *)(intptr_t)value;
}

static void *change(void *arg)
{
	pthread_rwlock_wrlock(&lock);
	values[0] = 5;
	last_hit = 0;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, lookup, (void *)0);
	pthread_create(&threads[1], NULL, lookup, (void *)1);
	pthread_create(&threads[2], NULL, change, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
