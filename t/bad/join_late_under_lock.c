// A thread is joined with a lock held that it may still want: it does so at once, and main comes to the join much later.
// treadle: expect deadlock|cycle
// treadle: options --executions 100
// treadle: strategies random pct pos delays preemptions run-on
// treadle: says "worker +waits for lock registry held by main"
// treadle: says "main +waits for worker to end, which waits for lock registry"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int workers, lines;
static sem_t started;

static void *worker(void *arg)
{
	sem_post(&started);
	pthread_mutex_lock(&registry);
	workers++;
	pthread_mutex_unlock(&registry);
	return arg;
}

int main(void)
{
	pthread_t thread;

	sem_init(&started, 0, 0);
	pthread_create(&thread, NULL, worker, NULL);
	sem_wait(&started);
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&log_lock);
		lines++;
		pthread_mutex_unlock(&log_lock);
	}
	pthread_mutex_lock(&registry);
	pthread_join(thread, NULL);
	workers--;
	pthread_mutex_unlock(&registry);
	return 0;
}
