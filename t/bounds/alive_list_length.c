// The live count is the length of a list: what is added is counted, what is finished is taken out again.
// bounds: alive 35
#include <pthread.h>
#include <stddef.h>
#define ROOM 64

struct list {
	size_t count;
	pthread_t items[ROOM];
};

int is_last_finished(void);
void *serve(void *arg);

static size_t length_of(struct list *list)
{
	return list->count;
}

static void add(struct list *list, pthread_t t)
{
	list->items[list->count++] = t;
}

static void collect(struct list *list)
{
	while (list->count > 0 && is_last_finished() && pthread_join(list->items[list->count - 1], NULL) == 0)
		list->count--;
}

void run(int goes_on)
{
	struct list children = { 0 };
	pthread_t t;
	while (goes_on) {
		collect(&children);
		if (length_of(&children) >= ROOM)
			continue;
		if (pthread_create(&t, NULL, serve, NULL) == 0)
			add(&children, t);
	}
}
