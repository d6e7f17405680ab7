// Pattern 4: a list of this thread's own from which every iteration takes the first.
// bounds: bounded 17
#include <pthread.h>

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
	while (jobs) {
		struct job *job = jobs;
		jobs = jobs->next;
		pthread_create(&t, NULL, work, job);
	}
}
