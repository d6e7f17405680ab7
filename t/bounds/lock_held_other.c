// A list is emptied under a lock, but what puts a job back takes another one.
// bounds: unbounded 48
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int is_urgent;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;

int is_another(void);
void *work(void *arg);

void put_job(int is_urgent)
{
	struct job *job = calloc(1, sizeof *job);

	if (!job)
		abort();
	job->is_urgent = is_urgent;
	pthread_mutex_lock(&other);
	job->next = jobs;
	jobs = job;
	pthread_mutex_unlock(&other);
}

static void end_job(struct job *job)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (is_another())
		put_job(job->is_urgent);
}

void end_all(int is_needed)
{
	for (int i = 0; i < 5; i++)
		put_job(0);
	pthread_mutex_lock(&lock);
	if (!is_needed) {
		pthread_mutex_unlock(&lock);
		return;
	}
	while (jobs) {
		struct job *job = jobs;

		jobs = job->next;
		end_job(job);
	}
	pthread_mutex_unlock(&lock);
}
