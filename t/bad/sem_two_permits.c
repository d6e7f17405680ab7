// A semaphore meant as a lock starts at two.
// treadle: expect assert
// treadle: says "\binside\b"
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t gate;
static atomic_int inside;

static void *enter(void *arg)
{
	sem_wait(&gate);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	sem_post(&gate);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&gate, 0, 2);
	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	sem_destroy(&gate);
	return 0;
}
