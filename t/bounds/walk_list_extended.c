// The body appends to the list that it walks.
// bounds: unbounded 20
#include <pthread.h>
#include <stddef.h>

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
	for (struct job *job = jobs; job != NULL; job = job->next) {
		pthread_create(&t, NULL, work, job);
		if (job->next == NULL)
			job->next = next_request();
	}
}
