// A walk that takes elements out of the list by a pointer to where the last one keeps its next.
// bounds: bounded 18
#include <pthread.h>

struct job {
	struct job *next;
	int is_ready;
};

static struct job *jobs;
void *work(void *arg);

void start_ready(void)
{
	struct job *job = jobs, **trail = &jobs;
	pthread_t t;

	while (job) {
		if (job->is_ready) {
			struct job *ready = job;

			job = job->next;
			*trail = job;
			pthread_create(&t, NULL, work, ready);
			continue;
		}
		trail = &job->next;
		job = job->next;
	}
}
