// The same, but what is handed over in the loop extends the list; once by name, once by a parameter.
// bounds: unbounded 39
// bounds: unbounded 50
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

void *work(void *arg);

static void for_each(struct job *jobs, void (*act)(struct job *job))
{
	struct job *next;

	for (; jobs; jobs = next) {
		next = jobs->next;
		act(jobs);
	}
}

static void extend(struct job *job)
{
	if (!job->next)
		job->next = calloc(1, sizeof *job);
}

void extend_all(struct job *jobs)
{
	for_each(jobs, extend);
}

void start_all(struct job *jobs)
{
	pthread_t t;

	for (struct job *job = jobs; job; job = job->next) {
		for_each(jobs, extend);
		pthread_create(&t, NULL, work, job);
	}
}

static void start_others(struct job *jobs, void (*act)(struct job *job))
{
	pthread_t t;
	struct job *job;

	for (job = jobs; job; job = job->next) {
		for_each(jobs, act);
		pthread_create(&t, NULL, work, job);
	}
}

void start_more(struct job *jobs)
{
	start_others(jobs, extend);
}
