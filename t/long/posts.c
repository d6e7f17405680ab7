/* posts N: about N events: four threads hand on two tokens, and main looks at the end. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { THREADS = 4, EVENTS_A_ROUND = 2 };

static sem_t sides[2];
static long rounds, handed_on;

static void *hand_on(void *arg)
{
	long side = (long)arg;

	for (long i = 0; i < rounds; i++) {
		sem_wait(&sides[side]);
		__atomic_fetch_add(&handed_on, 1, __ATOMIC_RELAXED);
		sem_post(&sides[1 - side]);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	rounds = (argc > 1 ? atol(argv[1]) : 100) / THREADS / EVENTS_A_ROUND;
	sem_init(&sides[0], 0, 2);
	sem_init(&sides[1], 0, 0);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, hand_on, (void *)(i % 2));
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return __atomic_load_n(&handed_on, __ATOMIC_RELAXED) == THREADS * rounds ? 0 : 1;
}
