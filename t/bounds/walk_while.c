// A walk written as a while, each step at the end.
// bounds: bounded 24
#include <pthread.h>

struct job {
	struct job *next;
	int is_running;
};

void *work(void *arg);

static void start(struct job *job)
{
	pthread_t t;
	if (job->is_running)
		return;
	job->is_running = 1;
	pthread_create(&t, NULL, work, job);
}

void start_all(struct job *jobs)
{
	struct job *job = jobs;
	while (job) {
		start(job);
		job = job->next;
	}
}
