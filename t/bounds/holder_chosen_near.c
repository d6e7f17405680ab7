// The job that is chosen belongs to the queue which is worked off, although another one's field has it.
// bounds: unbounded 56
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	void (*run)(struct job *job);
};

struct queue {
	struct job *first, *chosen;
};

int next_event(void);
static struct queue later, now;
static int count;

static void *work(void *arg)
{
	struct job *job = arg;

	return job->next;
}

static void start(struct job *job)
{
	pthread_t t;

	count++;
	pthread_create(&t, NULL, work, job);
}

static void look(struct job *job)
{
	count += job->next ? 1 : 2;
}

static void add(struct queue *queue, void (*run)(struct job *job))
{
	struct job *job = calloc(1, sizeof *job);

	if (!job)
		abort();
	job->run = run;
	job->next = queue->first;
	queue->first = job;
}

void run(void)
{
	add(&later, look);
	add(&now, look);
	later.chosen = now.first;
	later.chosen->run = start;
	while (next_event()) {
		struct job *job = now.first;

		job->run(job);
	}
}
