// The first element is put into its place by a pointer to that, so that nobody gives the same to both ends by name.
// bounds: unbounded 34
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	pthread_t thread;
};

static struct job *jobs, *last;

void *serve(void *arg);

static void add(void)
{
	struct job *job = calloc(1, sizeof *job);
	struct job **slot = &jobs;

	if (jobs)
		last->next = job;
	else
		*slot = job;
	last = job;
}

void run(int count)
{
	struct job *job, *first;

	for (int i = 0; i < count; i++)
		add();
	first = jobs;
	for (job = jobs; job; job = job->next) {
		pthread_create(&job->thread, NULL, serve, job);
		if (first)
			add();
	}
}
