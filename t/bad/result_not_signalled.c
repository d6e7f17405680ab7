// A worker does a job and forgets to say so.  It then waits for the next one; that the signal for the first came before it waited is
// not what is wrong, for it has seen the job.
// treadle: expect deadlock
// treadle: says "main waits for a signal on finished"
// treadle: never "lost wake-up"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t todo = PTHREAD_COND_INITIALIZER, finished = PTHREAD_COND_INITIALIZER;
static int jobs, done, is_over;

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_over) {
		if (jobs) {
			jobs--;
			done++;
		} else {
			pthread_cond_wait(&todo, &lock);
		}
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	jobs = 1;
	pthread_cond_signal(&todo);
	while (!done)
		pthread_cond_wait(&finished, &lock);
	is_over = 1;
	pthread_cond_signal(&todo);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
