// A list that other threads extend while it is walked.
// bounds: unbounded 30
#include <pthread.h>
#include <stddef.h>

struct job {
	struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs, **last = &jobs;
struct job *next_request(void);
void act(void);

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	*last = next_request();
	last = &(*last)->next;
	pthread_mutex_unlock(&lock);
	act();
	return arg;
}

void start_all(struct job *first)
{
	pthread_t t;
	*last = first;
	last = &first->next;
	for (struct job *job = jobs; job; job = job->next) {
		pthread_mutex_lock(&lock);
		pthread_create(&t, NULL, work, job);
		pthread_mutex_unlock(&lock);
	}
}
