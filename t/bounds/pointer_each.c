// A function that does something for each of a list; the walk bounds.
// bounds: bounded 13
#include <pthread.h>

struct job {
	struct job *next;
};

void *work(void *arg);

static void each(struct job *jobs, void (*act)(struct job *job))
{
	for (; jobs; jobs = jobs->next)
		act(jobs);
}

static void start(struct job *job)
{
	pthread_t t;
	pthread_create(&t, NULL, work, job);
}

void start_all(struct job *jobs)
{
	each(jobs, start);
}
