// Two lists that are made for their variables: what the loop adds to is not what it walks along.
// bounds: bounded 61
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int number;
};

struct list {
	struct job *head, *tail;
};

void *work(void *arg);
static struct list *begins, *ends;

static struct list *make_list(void)
{
	struct list *list = calloc(1, sizeof *list);

	if (!list)
		abort();
	return list;
}

static void append(struct list *list, struct job *job)
{
	job->next = NULL;
	if (!list->tail)
		list->head = job;
	else
		list->tail->next = job;
	list->tail = job;
}

static void add(struct list **list, int number)
{
	struct job *job = calloc(1, sizeof *job);

	if (!job)
		abort();
	if (!*list)
		*list = make_list();
	job->number = number;
	append(*list, job);
}

static void start(struct job *job)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	add(&ends, job->number);
}

void run(void)
{
	add(&begins, 1);
	add(&ends, 2);
	for (struct job *job = begins->head; job; job = job->next)
		start(job);
}
