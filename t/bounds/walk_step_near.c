// Functions that may return what they were given, begin again at the end, or take on along a list that the loop makes longer.
// bounds: unbounded 46
// bounds: unbounded 57
// bounds: unbounded 66
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

int is_late(void);
void *run_job(void *job);

static struct job *find_same(struct job *first, struct job *job, int number)
{
	if (job == NULL)
		job = first;
	while (job != NULL && job->number < number)
		job = job->next;
	return job;
}

static struct job *find_again(struct job *first, struct job *job)
{
	job = job->next;
	if (is_late())
		job = first;
	return job;
}

static struct job *find(struct job *job, int number)
{
	job = job->next;
	while (job != NULL && job->number < number)
		job = job->next;
	return job;
}

void run_same(struct job *jobs)
{
	pthread_t thread;
	struct job *job = find_same(jobs, NULL, -7);

	while (job != NULL) {
		pthread_create(&thread, NULL, run_job, job);
		job = find_same(jobs, job, -7);
	}
}

void run_again(struct job *jobs)
{
	pthread_t thread;
	struct job *job;

	for (job = jobs; job; job = find_again(jobs, job))
		pthread_create(&thread, NULL, run_job, job);
}

void run_more(struct job *jobs)
{
	pthread_t thread;
	struct job *job, *last = jobs;

	for (job = jobs; job; job = find(job, -7)) {
		pthread_create(&thread, NULL, run_job, job);
		last->next = calloc(1, sizeof *last);
		last = last->next;
	}
}
