// The same, but it counts away from the number.
// bounds: bounded 19
// bounds: unbounded 22
#include <pthread.h>

struct job {
	struct job *next;
};

void *serve(void *arg);

void run(struct job *jobs)
{
	struct job *job;
	pthread_t t;
	int n = 6;

	/* along a list, and up to a number */
	for (job = jobs; NULL != job; job = job->next)
		pthread_create(&t, NULL, serve, job);

	while (5 < n) {
		pthread_create(&t, NULL, serve, NULL);
		n++;
	}
}
