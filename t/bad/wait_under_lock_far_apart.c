// Who waits for the loader holds a lock that the loader needs before it can say that it is done; it usually is, long before.
// treadle: expect deadlock|cycle
// treadle: options --executions 100
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "loader waits for lock config_lock held by use"
// treadle: says "use +waits for semaphore loaded, never posted; nobody is left who could post"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t loaded;
static int config, lines;

static void *loader(void *arg)
{
	pthread_mutex_lock(&config_lock);
	config = 1;
	pthread_mutex_unlock(&config_lock);
	sem_post(&loaded);
	return arg;
}

static void *use(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&log_lock);
		lines++;
		pthread_mutex_unlock(&log_lock);
	}
	pthread_mutex_lock(&config_lock);
	sem_wait(&loaded);
	config++;
	pthread_mutex_unlock(&config_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&loaded, 0, 0);
	pthread_create(&a, NULL, loader, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
