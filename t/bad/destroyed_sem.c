// main takes the first permit as the sign that the worker is finished with the semaphore.
// treadle: expect bad-primitive
// treadle: says "@post"
// treadle: says "\bprogress\b"
#include <pthread.h>
#include <semaphore.h>

static sem_t progress;

static void *worker(void *arg)
{
	sem_post(&progress);
	sem_post(&progress); /* @post */
	return arg;
}

int main(void)
{
	pthread_t thread;

	sem_init(&progress, 0, 0);
	pthread_create(&thread, NULL, worker, NULL);
	sem_wait(&progress);
	sem_destroy(&progress);
	pthread_join(thread, NULL);
	return 0;
}
