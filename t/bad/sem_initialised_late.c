// The count of free places is set again when the store opens, and a customer who waits for one is forgotten.
// treadle: expect bad-primitive
// treadle: says "a semaphore is initialised while it is in use: places; buy waits for it, at open_store \(@init\)"
#include <pthread.h>
#include <semaphore.h>

static sem_t places;

static void *buy(void *arg)
{
	sem_wait(&places);
	return arg;
}

static void *open_store(void *arg)
{
	sem_init(&places, 0, 1); /* @init */
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&places, 0, 0);
	pthread_create(&a, NULL, buy, NULL);
	pthread_create(&b, NULL, open_store, NULL);
	pthread_join(b, NULL);
	pthread_join(a, NULL);
	return 0;
}
