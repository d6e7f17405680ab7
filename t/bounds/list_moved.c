// Elements go from one list into another, and the macro that takes them out has a branch for each place in the list.
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
	struct job *first, *last, *first_busy, *last_busy;
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
	job->next = server->first_busy;
	if (server->last_busy == NULL)
		server->last_busy = job;
	else
		server->first_busy->prev = job;
	server->first_busy = job;
}

void run(int count)
{
	struct server *server = calloc(1, sizeof *server);
	struct job *job;

	for (int i = 0; i < count; i++)
		add(server);
	while ((job = server->last) != NULL) {
		REMOVE(server->first, server->last, job);
		process(server, job);
	}
}
