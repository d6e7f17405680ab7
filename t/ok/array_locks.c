// Every element of an array has a lock of its own; its neighbours are changed meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { BUCKETS = 3 };

static struct {
	pthread_mutex_t locks[BUCKETS];
	int sums[BUCKETS];
} table;

static void add(int key, int amount)
{
	int bucket = key % BUCKETS;

	pthread_mutex_lock(&table.locks[bucket]);
	table.sums[bucket] += amount;
	pthread_mutex_unlock(&table.locks[bucket]);
}

static void *work(void *arg)
{
	int first = (int)(intptr_t)arg;

	add(first, 1);
	add(first + 1, 1);
	return NULL;
}

int main(void)
{
	pthread_t threads[BUCKETS];

	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&table.locks[i], NULL);
	for (int i = 0; i < BUCKETS; i++)
		pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < BUCKETS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < BUCKETS; i++)
		assert(table.sums[i] == 2);
	return 0;
}
