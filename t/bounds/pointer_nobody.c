// Nobody hands a function that creates to the one that walks along the list: it is kept elsewhere.
// bounds: options --calls 3
#include <pthread.h>

struct element {
	struct element *next;
	void *data;
};

void *serve(void *arg);
int next_order(void);
static void (*when_done)(void *data);

static void start_for(void *data)
{
	next_order();
	pthread_create(data, NULL, serve, NULL);
}

void tell_when_done(void)
{
	when_done = start_for;
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
