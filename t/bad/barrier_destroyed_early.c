// A barrier is destroyed before all have come: somebody waits at it who was not let go or comes to one that is destroyed.
// treadle: expect bad-primitive
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *arrive(void *arg)
{
	(void)arg;
	pthread_barrier_wait(&barrier);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, arrive, NULL);
	pthread_barrier_destroy(&barrier);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
