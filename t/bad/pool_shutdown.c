// The pool is told to stop without its lock: a worker between its look and its wait does not hear it.
// treadle: expect deadlock
// treadle: says "@wait"
// treadle: says "worker"
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs = 1, finished;
static atomic_bool stopping;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;) {
		if (jobs) {
			jobs--;
			finished++;
		} else if (atomic_load(&stopping)) {
			break;
		} else {
			pthread_cond_wait(&work, &lock); /* @wait */
		}
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	atomic_store(&stopping, 1);
	pthread_cond_broadcast(&work);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
