// What is wrong comes before most of the threads: an execution of a search goes on after it, and has more threads than any before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { THREADS = 10 };

static sem_t begun;

static void *fail(void *arg)
{
	sem_post(&begun);
	assert(arg != NULL);
	return arg;
}

static void *idle(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t first, others[THREADS];

	sem_init(&begun, 0, 0);
	pthread_create(&first, NULL, fail, NULL);
	sem_wait(&begun);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&others[i], NULL, idle, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(others[i], NULL);
	pthread_join(first, NULL);
	return 0;
}
