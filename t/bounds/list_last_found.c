// The last element was looked for before the walk, and what is called puts new ones behind it.
// bounds: unbounded 38
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	pthread_t thread;
};

static struct job *jobs, *last;

void *serve(void *arg);

static void find_last(void)
{
	struct job *at = jobs;

	while (at->next)
		at = at->next;
	last = at;
}

static void add(void)
{
	struct job *job = calloc(1, sizeof *job);

	last->next = job;
	last = job;
}

void run(void)
{
	struct job *job;

	jobs = calloc(1, sizeof *jobs);
	find_last();
	for (job = jobs; job; job = job->next) {
		pthread_create(&job->thread, NULL, serve, job);
		add();
	}
}
