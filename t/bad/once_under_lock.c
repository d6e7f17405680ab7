// The function that is called once takes a lock, and somebody who holds that lock calls for it, usually when it is long done.
// treadle: expect deadlock|cycle
// treadle: options --executions 100
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "waits for lock config_lock held by reload"
// treadle: says "waits until ready is done by start"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t ready = PTHREAD_ONCE_INIT;
static sem_t begun;
static int config, lines;

static void make_ready(void)
{
	sem_post(&begun);
	pthread_mutex_lock(&config_lock);
	config = 1;
	pthread_mutex_unlock(&config_lock);
}

static void *start(void *arg)
{
	pthread_once(&ready, make_ready);
	return arg;
}

static void *reload(void *arg)
{
	sem_wait(&begun);
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&log_lock);
		lines++;
		pthread_mutex_unlock(&log_lock);
	}
	pthread_mutex_lock(&config_lock);
	config = 2;
	pthread_once(&ready, make_ready);
	pthread_mutex_unlock(&config_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&begun, 0, 0);
	pthread_create(&a, NULL, start, NULL);
	pthread_create(&b, NULL, reload, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
