// One barrier between writing and reading the neighbour's cell, and none before the next writing.
// treadle: expect race
// treadle: says "\bcells\b"
// treadle: says "\bsimulate\b"
#include <pthread.h>

enum { THREADS = 2, STEPS = 2 };

static pthread_barrier_t written;
static int cells[THREADS];

static void *simulate(void *arg)
{
	int *own = arg, other = own == &cells[0], sum = 0;

	for (int i = 0; i < STEPS; i++) {
		*own = i;
		pthread_barrier_wait(&written);
		sum += cells[other];
	}
	return sum >= 0 ? arg : NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	pthread_barrier_init(&written, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, simulate, &cells[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&written);
	return 0;
}
