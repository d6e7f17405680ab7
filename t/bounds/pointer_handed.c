// A walk, and a function that does what it is handed: here it prints; that somebody else hands it what extends the list does not
// matter.
// bounds: bounded 46
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

int print(int number);
void *work(void *arg);

static void for_each(struct job *jobs, void (*act)(struct job *job))
{
	struct job *next;

	for (; jobs; jobs = next) {
		next = jobs->next;
		act(jobs);
	}
}

static void print_job(struct job *job)
{
	print(job->number);
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
	struct job *job;

	for (job = jobs; job; job = job->next) {
		for_each(jobs, print_job);
		pthread_create(&t, NULL, work, job);
	}
}
