// A list is emptied under its lock, which functions of the program's own take and give back; who adds to it is called under it, too.
// bounds: bounded 69
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int is_urgent;
};

struct guard {
	pthread_spinlock_t spin;
	int count;
};

static struct guard lock;
static struct job *jobs;

int is_another(void);
void *work(void *arg);

static void take(struct guard *guard)
{
	pthread_spin_lock(&guard->spin);
	guard->count++;
}

static void give(struct guard *guard)
{
	pthread_spin_unlock(&guard->spin);
}

static void push(struct job *job)
{
	job->next = jobs;
	jobs = job;
}

void put_job(int is_urgent)
{
	struct job *job = calloc(1, sizeof *job);

	if (!job)
		abort();
	job->is_urgent = is_urgent;
	take(&lock);
	push(job);
	give(&lock);
}

static void end_job(struct job *job)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	if (is_another())
		put_job(job->is_urgent);
}

void end_all(int is_needed)
{
	for (int i = 0; i < 5; i++)
		put_job(0);
	take(&lock);
	if (!is_needed) {
		give(&lock);
		return;
	}
	while (jobs) {
		struct job *job = jobs;

		jobs = job->next;
		end_job(job);
	}
	give(&lock);
}
