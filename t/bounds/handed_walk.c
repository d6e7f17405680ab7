// A walk that hands each element to a function; another function that it is given walks as well, and a third makes lists longer.
// bounds: bounded 25
// bounds: bounded 26
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

struct table {
	int size;
	struct job *rows[8];
};

static struct job first, second;
static struct table table = { 2, { &first, &second } };

void *work(void *arg);

static void for_each(struct table *table, void (*act)(struct job *job, void *arg), void *arg)
{
	struct job *job;
	for (int i = 0; i < table->size; i++)
		for (job = table->rows[i]; job; job = job->next)
			act(job, arg);
}

static void start(struct job *job, void *arg)
{
	pthread_t t;
	pthread_create(&t, NULL, work, job);
}

static void compare(struct job *job, void *arg)
{
	((struct job *)arg)->number += job->number;
}

static void compare_all(struct job *job, void *arg)
{
	for_each(arg, compare, job);
}

static void extend(struct job *job, void *arg)
{
	struct job *another = job->number ? NULL : calloc(1, sizeof *another);
	if (!another)
		return;
	another->number = job->number = 1;
	job->next = another;
}

void run_once(void)
{
	for_each(&table, start, NULL);
}

void extend_and_compare(void)
{
	while (table.size > 0) {
		for_each(&table, extend, NULL);
		for_each(&table, compare_all, &table);
		table.size--;
	}
}
