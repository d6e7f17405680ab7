// The semaphore is raised a line too early: before what it should announce was written.
// treadle: expect race
// treadle: says "\bweight\b"
// treadle: says "\bweigh\b"
// treadle: says "\bship\b"
#include <pthread.h>
#include <semaphore.h>

static sem_t is_weighed;
static int weight;

static void *weigh(void *arg)
{
	sem_post(&is_weighed);
	weight = 7;
	return arg;
}

static void *ship(void *arg)
{
	sem_wait(&is_weighed);
	return weight <= 7 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&is_weighed, 0, 0);
	pthread_create(&a, NULL, weigh, NULL);
	pthread_create(&b, NULL, ship, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
