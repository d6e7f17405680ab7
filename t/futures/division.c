// The value of `divisor` is written by two threads; a barrier orders only one of them before the division.
#include <pthread.h>
#include <stdio.h>

static int divisor = 5;
static pthread_barrier_t ready;

static void *reset(void *arg)
{
	divisor = 0; /* @reset */
	return arg;
}

static void *prepare(void *arg)
{
	divisor = 2; /* @prepare */
	pthread_barrier_wait(&ready);
	return arg;
}

static void *divide(void *arg)
{
	pthread_barrier_wait(&ready);
	printf("%d\n", 14 / divisor); /* @divide */
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_barrier_init(&ready, NULL, 2);
	pthread_create(&threads[0], NULL, reset, NULL);
	pthread_create(&threads[1], NULL, prepare, NULL);
	pthread_create(&threads[2], NULL, divide, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&ready);
	return 0;
}
