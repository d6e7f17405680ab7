// The same through the macros of <sys/queue.h>.
// bounds: bounded 20
#include <pthread.h>
#include <sys/queue.h>

struct job {
	TAILQ_ENTRY(job) link;
};
TAILQ_HEAD(jobs, job);

static void *work(void *arg)
{
	return arg;
}

void start_all(struct jobs *jobs)
{
	struct job *job;
	pthread_t t;
	TAILQ_FOREACH(job, jobs, link)
		pthread_create(&t, NULL, work, job);
}
