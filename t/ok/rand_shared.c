// Two threads draw random numbers: each gets other ones in each order, but together they always get the same, and what a thread
// draws while a lock is held belongs together.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned sums[2];

static void *draw(void *arg)
{
	unsigned *sum = arg;

	*sum += (unsigned)random() % 100;
	pthread_mutex_lock(&mutex);
	srand48(1);
	long drawn = lrand48();
	srand48(1);
	assert(lrand48() == drawn);
	pthread_mutex_unlock(&mutex);
	*sum += (unsigned)rand() % 100;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	unsigned all = 0;

	srand(3);
	for (int i = 0; i < 4; i++)
		all += (unsigned)rand() % 100;
	srand(3);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, draw, &sums[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(sums[0] + sums[1] == all);
	return 0;
}
