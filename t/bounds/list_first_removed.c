// The macro looks whether it is the first element that is taken out, and it is.
// bounds: bounded 35
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

void run(int count)
{
	struct job *jobs = NULL, *job;

	for (int i = 0; i < count; i++) {
		job = calloc(1, sizeof *job);
		job->next = jobs;
		jobs = job;
	}
	while ((job = jobs)) {
		REMOVE(jobs, job);
		pthread_create(&job->thread, NULL, serve, job);
	}
}
