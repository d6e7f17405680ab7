// A barrier is destroyed by whoever leaves it first; the others were let go, whether they have noticed or not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *arrive(void *arg)
{
	__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
	pthread_barrier_wait(arg);
	return NULL;
}

int main(void)
{
	for (int round = 0; round < 2; round++) {
		pthread_barrier_t barrier; /* at the same place each time */
		pthread_t threads[2];

		pthread_barrier_init(&barrier, NULL, 3);
		for (int i = 0; i < 2; i++)
			pthread_create(&threads[i], NULL, arrive, &barrier);
		pthread_barrier_wait(&barrier);
		assert(__atomic_load_n(&count, __ATOMIC_RELAXED) == 2 * (round + 1));
		pthread_barrier_destroy(&barrier);
		for (int i = 0; i < 2; i++)
			pthread_join(threads[i], NULL);
	}
	return 0;
}
