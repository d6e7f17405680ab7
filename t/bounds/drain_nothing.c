// The list is tested, but nothing is taken from it.
// bounds: unbounded 17
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
		pthread_create(&t, NULL, work, jobs);
	}
}
