// A list is taken over whole and emptied from its end, by a macro with branches of its own; what is called adds to the list that
// is begun anew.
// bounds: bounded 60
#include <pthread.h>
#include <stdlib.h>

#define REMOVE(first, last, job) \
	do { \
		if ((job)->prev == NULL) \
			(first) = (job)->next; \
		else \
			(job)->prev->next = (job)->next; \
		if ((job)->next == NULL) \
			(last) = (job)->prev; \
		else \
			(job)->next->prev = (job)->prev; \
		(job)->next = (job)->prev = NULL; \
	} while (0)

struct job {
	struct job *next, *prev;
	pthread_t thread;
};

struct server {
	struct job *first, *last;
};

void *serve(void *arg);

static void add(struct server *server)
{
	struct job *job = calloc(1, sizeof *job);

	job->next = server->first;
	if (server->last == NULL)
		server->last = job;
	else
		server->first->prev = job;
	server->first = job;
}

static void process(struct server *server, struct job *job)
{
	pthread_create(&job->thread, NULL, serve, job);
	add(server);
}

void run(int count)
{
	struct server *server = calloc(1, sizeof *server);
	struct job *first, *last;

	for (int i = 0; i < count; i++)
		add(server);
	first = server->first;
	last = server->last;
	server->first = NULL;
	server->last = NULL;
	while (NULL != last) {
		struct job *job = last;

		REMOVE(first, last, job);
		process(server, job);
	}
}
