// A thread starts the next one of a list before it does its own work: they are all there at once.
// bounds: unbounded 23
#include <pthread.h>

struct job {
	struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

struct job *find_job(void);
void act(void);

/* Somebody else's list grows. */
static void add(struct job *job)
{
	if (job)
		job->next = find_job();
}

static void *work(void *arg)
{
	struct job *job = arg;
	pthread_t t;

	pthread_detach(pthread_self());
	add(find_job());
	if (job->next)
		pthread_create(&t, NULL, work, job->next);
	act();
	pthread_mutex_lock(&lock);
	done++;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed);
	return NULL;
}

void start(void)
{
	struct job *jobs = find_job();
	pthread_t t;

	if (jobs)
		pthread_create(&t, NULL, work, jobs);
}
