// The waiter sees that the work is done before it is signalled, and frees what the signal is for.
// treadle: expect use-after-free
// treadle: says "work uses .*job#1\.is_done, which has been freed, at work \(@signal\)"
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t lock;
	pthread_cond_t is_done;
	int result;
};

static void *work(void *arg)
{
	struct job *job = arg;

	pthread_mutex_lock(&job->lock);
	job->result = 42;
	pthread_mutex_unlock(&job->lock);
	pthread_cond_signal(&job->is_done); /* @signal */
	return NULL;
}

int main(void)
{
	struct job *job = calloc(1, sizeof *job);
	pthread_t thread;

	pthread_mutex_init(&job->lock, NULL);
	pthread_cond_init(&job->is_done, NULL);
	pthread_create(&thread, NULL, work, job);
	pthread_mutex_lock(&job->lock);
	while (!job->result)
		pthread_cond_wait(&job->is_done, &job->lock);
	pthread_mutex_unlock(&job->lock);
	free(job);
	pthread_join(thread, NULL);
	return 0;
}
