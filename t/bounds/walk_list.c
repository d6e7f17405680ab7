// A walk over a list that nobody else has and the body does not extend.
// bounds: bounded 18
#include <pthread.h>
#include <stddef.h>

struct job {
	struct job *next;
};

static void *work(void *arg)
{
	return arg;
}

void start_all(struct job *jobs)
{
	pthread_t t;
	for (struct job *job = jobs; job != NULL; job = job->next)
		pthread_create(&t, NULL, work, job);
}
