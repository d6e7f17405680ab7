// A function takes the variable on along a list: called by its name, and through a table of functions.
// bounds: bounded 36
// bounds: bounded 47
#include <pthread.h>
#include <stddef.h>

struct job {
	struct job *next;
	int number;
};

struct functions {
	struct job *(*from)(struct job *first, struct job *job, int number);
};

void *run_job(void *job);

static struct job *find(struct job *first, struct job *job, int number)
{
	if (job == NULL)
		job = first;
	else
		job = job->next;
	while (job != NULL && job->number < number)
		job = job->next;
	return job;
}

static const struct functions functions = { .from = find };

void run_all(struct job *jobs)
{
	pthread_t thread;
	struct job *job = find(jobs, NULL, -7);

	while (job != NULL) {
		pthread_create(&thread, NULL, run_job, job);
		job = find(jobs, job, -7);
	}
}

void run_others(struct job *jobs)
{
	pthread_t thread;
	struct job *job;

	for (job = functions.from(jobs, NULL, -7); job; job = functions.from(jobs, job, -7))
		pthread_create(&thread, NULL, run_job, job);
}
