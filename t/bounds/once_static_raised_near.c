// The variable begins with 0 in each call; and the function that walks along the list is handed one that creates.
// bounds: unbounded 34
// bounds: unbounded 47
#include <pthread.h>

struct element {
	struct element *next;
	void *data;
};

void *serve(void *arg);
int next_order(void);
void for_each(struct element *first, void (*function)(void *data));

static int start(void)
{
	int is_started = 0;
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
