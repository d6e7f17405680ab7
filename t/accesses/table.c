/* Three threads, each of which changes much of a table twice, under its lock. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 3, CHANGES = 40, PLACES = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[PLACES];

static void *change(void *first)
{
	for (int round = 0; round < 2; round++) {
		pthread_mutex_lock(&lock);
		for (int i = 0; i < CHANGES; i++)
			table[((intptr_t)first + 7 * i) % PLACES]++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int sum = 0;

	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, change, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < PLACES; i++)
		sum += table[i];
	assert(sum == 2 * THREADS * CHANGES);
	return 0;
}
