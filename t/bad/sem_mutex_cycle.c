// A permit and a lock, taken in two orders.
// treadle: expect deadlock|cycle
// treadle: says "@permit"
#include <pthread.h>
#include <semaphore.h>

static sem_t printer;
static pthread_mutex_t spool_lock = PTHREAD_MUTEX_INITIALIZER;
static int pages;

static void *print(void *arg)
{
	sem_wait(&printer);
	pthread_mutex_lock(&spool_lock);
	pages--;
	pthread_mutex_unlock(&spool_lock);
	sem_post(&printer);
	return arg;
}

static void *clean(void *arg)
{
	pthread_mutex_lock(&spool_lock);
	sem_wait(&printer); /* @permit */
	pages = 0;
	sem_post(&printer);
	pthread_mutex_unlock(&spool_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&printer, 0, 1);
	pthread_create(&a, NULL, print, NULL);
	pthread_create(&b, NULL, clean, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
