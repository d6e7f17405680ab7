// Two semaphores used as locks, taken in two orders.
// treadle: expect deadlock
// treadle: says "\bprinter\b"
// treadle: says "\bscanner\b"
#include <pthread.h>
#include <semaphore.h>

static sem_t printer, scanner;

static void *copy(void *arg)
{
	sem_wait(&scanner);
	sem_wait(&printer);
	sem_post(&printer);
	sem_post(&scanner);
	return arg;
}

static void *calibrate(void *arg)
{
	sem_wait(&printer);
	sem_wait(&scanner);
	sem_post(&scanner);
	sem_post(&printer);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&printer, 0, 1);
	sem_init(&scanner, 0, 1);
	pthread_create(&a, NULL, copy, NULL);
	pthread_create(&b, NULL, calibrate, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
