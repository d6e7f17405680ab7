// What is taken from the list is put back.
// bounds: unbounded 19
#include <pthread.h>

struct job {
	struct job *next;
};

struct job *next_request(void);

static void *work(void *arg)
{
	return arg;
}

void start_all(struct job *jobs)
{
	pthread_t t;
	while (jobs) {
		struct job *job = jobs, *more = next_request();
		jobs = jobs->next;
		more->next = jobs;
		jobs = more;
		pthread_create(&t, NULL, work, job);
	}
}
