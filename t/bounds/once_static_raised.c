// A static variable of a function begins with 0 once, and is raised when the function starts its threads; and a list is walked by a function
// to which nobody hands one that creates.
// bounds: bounded 34
#include <pthread.h>

struct element {
	struct element *next;
	void *data;
};

void *serve(void *arg);
int next_order(void);
static void (*when_done)(void *data);

static int start(void)
{
	static int is_started = 0;
	pthread_t thread;

	if (is_started)
		return 1;
	is_started++;
	return pthread_create(&thread, NULL, serve, NULL);
}

static void start_for(void *data)
{
	next_order();
	pthread_create(data, NULL, serve, NULL);
}

void run(void)
{
	while (next_order())
		start();
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
