/* A small test of about 150 events: three workers count under a lock and look without it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { WORKERS = 3, ROUNDS = 7 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int total;
static int seen[WORKERS];

static void *work(void *arg)
{
	int *mine = arg;

	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		total = total + 1;
		pthread_mutex_unlock(&lock);
		*mine = total;
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[WORKERS];
	int *block = malloc(100);

	*block = 1;
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&threads[i], NULL, work, &seen[i]);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	int sum = *block;
	free(block);
	return total == WORKERS * ROUNDS && sum == 1 ? 0 : 1;
}
