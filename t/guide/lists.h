/* A list with a lock, and cursors that notice when the list was changed behind their back. */
#ifndef LISTS_H
#define LISTS_H

#include "crew.h"

enum { ROOM = 16 };

struct list {
	pthread_mutex_t lock;
	int changes, count;
	int items[ROOM];
};

struct cursor {
	struct list *list;
	int next, changes;
};

static inline struct cursor cursor_at_start(struct list *list)
{
	return (struct cursor){.list = list, .changes = list->changes}; /* @start */
}

static inline int cursor_has_next(const struct cursor *self)
{
	return self->next < self->list->count; /* @has_next */
}

static inline int cursor_next(struct cursor *self)
{
	assert(self->changes == self->list->changes); /* @next */
	return self->list->items[self->next++];
}

/* Only who holds the lock may ask. */
static inline int list_has(const struct list *list, int item)
{
	for (int i = 0; i < list->count; i++)
		if (list->items[i] == item)
			return 1;
	return 0;
}

static inline void list_add_once(struct list *list, int item)
{
	pthread_mutex_lock(&list->lock);
	if (!list_has(list, item)) {
		list->changes++; /* @add */
		list->items[list->count++] = item;
	}
	pthread_mutex_unlock(&list->lock);
}

#endif
