// A thread takes jobs from the beginning of a list that the main thread puts them into, behind a lock that both take.
// bounds: unbounded 24
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t has_some;
	struct job *first, *last;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .has_some = PTHREAD_COND_INITIALIZER };

void *do_job(void *job);
int next_order(void);

static void *work(void *arg)
{
	pthread_t thread;
	struct job *job;

	for (;;) {
		pthread_mutex_lock(&queue.lock);
		job = queue.first;
		if (!job) {
			pthread_cond_wait(&queue.has_some, &queue.lock);
			pthread_mutex_unlock(&queue.lock);
			continue;
		}
		queue.first = job->next;
		pthread_mutex_unlock(&queue.lock);
		pthread_create(&thread, NULL, do_job, job);
	}
	return arg;
}

static void add(struct job *job)
{
	pthread_mutex_lock(&queue.lock);
	if (queue.first)
		queue.last->next = job;
	else
		queue.first = job;
	queue.last = job;
	pthread_cond_signal(&queue.has_some);
	pthread_mutex_unlock(&queue.lock);
}

int main(void)
{
	pthread_t worker;

	pthread_create(&worker, NULL, work, NULL);
	while (next_order())
		add(calloc(1, sizeof(struct job)));
	return 0;
}
