// The destructor runs after the pool that it gives its block back to may be gone: the thread was not joined.
// treadle: expect use-after-free
// treadle: says "@back"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct pool {
	int blocks;
};

static struct pool *pool;
static pthread_key_t key;
static sem_t finished, ended;

static void give_back(void *block)
{
	(void)block;
	pool->blocks++; /* @back */
	sem_post(&ended);
}

static void *worker(void *arg)
{
	pthread_setspecific(key, &finished);
	sem_post(&finished);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pool = calloc(1, sizeof *pool);
	sem_init(&finished, 0, 0);
	sem_init(&ended, 0, 0);
	pthread_key_create(&key, give_back);
	pthread_create(&thread, NULL, worker, NULL);
	pthread_detach(thread);
	sem_wait(&finished); /* "finished" is not "ended" */
	free(pool);
	sem_wait(&ended);
	return 0;
}
