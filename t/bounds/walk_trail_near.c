// The same way it puts new elements into the list, just before those that it has not come to.
// bounds: unbounded 19
#include <pthread.h>

struct job {
	struct job *next;
	int is_ready;
};

static struct job first, *jobs = &first;
struct job *new_job(struct job *before);
void *work(void *arg);

void start_ready(void)
{
	struct job *job = jobs, **trail = &jobs;
	pthread_t t;

	while (job) {
		pthread_create(&t, NULL, work, job);
		trail = &job->next;
		struct job *more = new_job(job->next);
		*trail = more;
		job = job->next;
	}
}
