// Somebody hands a function that creates to the one that walks along the list.
// bounds: unbounded 29
#include <pthread.h>

struct element {
	struct element *next;
	void *data;
};

void *serve(void *arg);
int next_order(void);
void for_each(struct element *first, void (*function)(void *data));

static void start_for(void *data)
{
	next_order();
	pthread_create(data, NULL, serve, NULL);
}

void start_for_all(struct element *first)
{
	for_each(first, start_for);
}

void for_each(struct element *first, void (*function)(void *data))
{
	struct element *last = first;

	for (struct element *e = first; e; e = e->next) {
		function(e->data);
		last->next = e;
		last = e;
	}
}
