// A thread starts any number of others when it has done its work.
// bounds: unbounded 25
// bounds: unbounded 33
#include <pthread.h>

struct job {
	struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

struct job *find_job(void);
void act(void);
int has_room(void);

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
	act();
	add(find_job());
	while (job->next && has_room())
		pthread_create(&t, NULL, work, job->next);
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
