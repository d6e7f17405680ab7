// The paper's first false alarm (reattore's ListVar): the loop leaves when the walk is over.  Now it comes out right.
// bounds: bounded 29
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct variable {
	struct variable *next;
	int left;
};

struct walk {
	struct variable *current, *next;
};

static void *work(void *arg)
{
	return arg;
}

static void begin(struct variable *variable)
{
	pthread_t t;
	pthread_create(&t, NULL, work, variable);
}

bool has_next(struct walk *walk)
{
	while (walk->current == NULL || walk->current->left == 0) {
		if (walk->current != NULL)
			walk->current = NULL;
		if (walk->next == NULL)
			return false;
		walk->current = walk->next;
		walk->next = walk->next->next;
		begin(walk->current);
	}
	return true;
}
