// A slot that is handed to and fro by two semaphores; nothing else protects it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static int slot;

static void *fill(void *arg)
{
	for (int i = 1; i <= 3; i++) {
		sem_wait(&empty);
		slot = i;
		sem_post(&full);
	}
	return arg;
}

static void *drain(void *arg)
{
	int *sum = arg;

	for (int i = 0; i < 3; i++) {
		sem_wait(&full);
		*sum += slot;
		slot = 0;
		sem_post(&empty);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int sum = 0;

	sem_init(&empty, 0, 1);
	sem_init(&full, 0, 0);
	pthread_create(&a, NULL, fill, NULL);
	pthread_create(&b, NULL, drain, &sum);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 6 && slot == 0);
	return 0;
}
