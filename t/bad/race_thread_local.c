// A thread-local counter is no longer its thread's own once another thread has its address.
// treadle: expect race
// treadle: says "\bwork\b"
// treadle: says "^ +done is the variable of work$"
// treadle: says "write workers_done = &done$"
// treadle: says "\bcollect\b"
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int done;
static int *workers_done;
static sem_t is_known, is_collected;

static void *work(void *arg)
{
	workers_done = &done;
	sem_post(&is_known);
	done = 1;
	sem_wait(&is_collected);
	return arg;
}

static void *collect(void *arg)
{
	sem_wait(&is_known);
	int seen = *workers_done;
	sem_post(&is_collected);
	return seen ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&is_known, 0, 0);
	sem_init(&is_collected, 0, 0);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, collect, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
