// The same, but what is called adds to the list that is walked along.
// bounds: unbounded 80
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next, *prev;
};

struct list {
	struct node head, tail;
};

struct job {
	struct node node;
	pthread_t thread;
};

struct server {
	struct list jobs, started;
};

void *serve(void *arg);

static void list_init(struct list *list)
{
	list->head.next = &list->tail;
	list->head.prev = NULL;
	list->tail.next = NULL;
	list->tail.prev = &list->head;
}

static void list_add(struct list *list, struct node *node)
{
	struct node *end = &list->tail;

	node->next = end;
	node->prev = end->prev;
	end->prev->next = node;
	end->prev = node;
}

static void list_add_after(struct node *node, struct node *before)
{
	node->next = before->next;
	node->prev = before;
	before->next->prev = node;
	before->next = node;
}

static void list_remove(struct node *node)
{
	struct node *before = node->prev, *behind = node->next;

	before->next = behind;
	behind->prev = before;
}

static void note(struct list *notes)
{
	struct job *copy = calloc(1, sizeof *copy);

	list_add(notes, &copy->node);
}

void run(int count)
{
	struct server *server = calloc(1, sizeof *server);
	struct node *node, *next;

	list_init(&server->jobs);
	list_init(&server->started);
	for (int i = 0; i < count; i++) {
		struct job *job = calloc(1, sizeof *job);

		list_add(&server->jobs, &job->node);
		if (i == 0)
			list_add_after(calloc(1, sizeof *job), &job->node);
	}
	for (node = server->jobs.head.next; (next = node->next); node = next) {
		struct job *job = (struct job *)node;

		if (pthread_create(&job->thread, NULL, serve, job) != 0)
			list_remove(node);
		note(&server->jobs);
	}
}
