// The same, but it is another element that is taken out, where there is one.
// bounds: unbounded 43
#include <pthread.h>
#include <stdlib.h>

#define REMOVE(first, job) \
	do { \
		struct job *at = (first); \
		if ((first) == (job)) { \
			(first) = (first)->next; \
		} else { \
			while (at->next && at->next != (job)) \
				at = at->next; \
			if (at->next) \
				at->next = (job)->next; \
		} \
	} while (0)

struct job {
	struct job *next;
	pthread_t thread;
};

void *serve(void *arg);

static void add(struct job *before)
{
	struct job *job = calloc(1, sizeof *job);

	job->next = before->next;
	before->next = job;
}

void run(int count)
{
	struct job *jobs = NULL, *job;

	for (int i = 0; i < count; i++) {
		job = calloc(1, sizeof *job);
		job->next = jobs;
		jobs = job;
	}
	while ((job = jobs)) {
		if (job->next)
			job = job->next;
		else
			add(job);
		REMOVE(jobs, job);
		pthread_create(&job->thread, NULL, serve, job);
	}
}
