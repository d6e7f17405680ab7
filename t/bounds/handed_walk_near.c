// The function that is handed to the walk creates, and makes the list longer.
// bounds: bounded 23
// bounds: unbounded 24
// bounds: unbounded 40
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
};

struct table {
	int size;
	struct job *rows[8];
};

static struct job first, second;
static struct table table = { 2, { &first, &second } };

static void for_each(struct table *table, void (*act)(struct job *job, void *arg), void *arg)
{
	struct job *job;
	for (int i = 0; i < table->size; i++)
		for (job = table->rows[i]; job; job = job->next)
			act(job, arg);
}

void *work(void *arg);

static void start(struct job *job, void *arg)
{
	pthread_t t;
	struct job *another = calloc(1, sizeof *another);
	pthread_create(&t, NULL, work, job);
	job->next = another;
}

void run_always(void)
{
	while (1)
		for_each(&table, start, NULL);
}
