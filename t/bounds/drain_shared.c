// A list that is drained here and filled by another thread.
// bounds: unbounded 33
#include <pthread.h>
#include <stddef.h>

struct job {
	struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;
void act(void);

void submit(struct job *job)
{
	pthread_mutex_lock(&lock);
	job->next = jobs;
	jobs = job;
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	submit(arg);
	act();
	return NULL;
}

void start_all(struct job *first)
{
	pthread_t t;
	submit(first);
	while (jobs) {
		pthread_mutex_lock(&lock);
		struct job *job = jobs;
		jobs = job->next;
		pthread_mutex_unlock(&lock);
		pthread_create(&t, NULL, work, job);
	}
}
