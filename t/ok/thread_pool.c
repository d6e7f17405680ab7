// A pool of two workers, three jobs on the heap, and an orderly end.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job *jobs;
	bool stopping;
	int sum;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static void submit(int number)
{
	struct job *job = malloc(sizeof *job);

	job->number = number;
	pthread_mutex_lock(&pool.lock);
	job->next = pool.jobs;
	pool.jobs = job;
	pthread_cond_signal(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&pool.lock);
	for (;;) {
		struct job *job = pool.jobs;

		if (job) {
			pool.jobs = job->next;
			pool.sum += job->number;
			free(job);
		} else if (pool.stopping) {
			break;
		} else {
			pthread_cond_wait(&pool.changed, &pool.lock);
		}
	}
	pthread_mutex_unlock(&pool.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	for (int i = 1; i <= 3; i++)
		submit(i);
	pthread_mutex_lock(&pool.lock);
	pool.stopping = true;
	pthread_cond_broadcast(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pool.sum == 6 && !pool.jobs);
	printf("sum %d\n", pool.sum);
	return 0;
}
