// Semaphores that begin with 1 serve as locks, and two of them are taken in two orders by threads that hardly ever meet there.
// treadle: expect deadlock
// treadle: options --executions 100
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "copy waits for semaphore printer"
// treadle: says "scan waits for semaphore scanner"
// treadle: says "last taken by"
#include <pthread.h>
#include <semaphore.h>

static sem_t scanner, printer, count_lock;
static int pages;

static void count_pages(void)
{
	for (int i = 0; i < 100; i++) {
		sem_wait(&count_lock);
		pages++;
		sem_post(&count_lock);
	}
}

static void *copy(void *arg)
{
	sem_wait(&scanner);
	sem_wait(&printer);
	sem_post(&printer);
	sem_post(&scanner);
	count_pages();
	return arg;
}

static void *scan(void *arg)
{
	count_pages();
	sem_wait(&printer);
	sem_wait(&scanner);
	sem_post(&scanner);
	sem_post(&printer);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&scanner, 0, 1);
	sem_init(&printer, 0, 1);
	sem_init(&count_lock, 0, 1);
	pthread_create(&a, NULL, copy, NULL);
	pthread_create(&b, NULL, scan, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
