// One list is asked whether it contains all of another one.  It holds its own lock, and goes through the other one
// without.
// cause: atomicity
// lines: @begin|@next @change @next
// says: ; asker did not hold some\.lock$
// completions: 8
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { ROOM = 4 };

struct list {
	pthread_mutex_t lock;
	int items[ROOM], size;
	int changes;
};

static struct list all = { PTHREAD_MUTEX_INITIALIZER, { 1, 2, 3 }, 3, 0 };
static struct list some = { PTHREAD_MUTEX_INITIALIZER, { 2, 3 }, 2, 0 };

struct iterator {
	struct list *list;
	int at, changes;
};

static struct iterator begin(struct list *list)
{
	return (struct iterator){ list, 0, list->changes }; /* @begin */
}

static int next(struct iterator *self)
{
	assert(self->changes == self->list->changes); /* @next */
	return self->list->items[self->at++];
}

static bool contains(const struct list *self, int item)
{
	for (int i = 0; i < self->size; i++)
		if (self->items[i] == item)
			return true;
	return false;
}

static bool contains_all(struct list *self, struct list *other)
{
	struct iterator iterator = begin(other);
	bool does = true;

	pthread_mutex_lock(&self->lock);
	while (does && iterator.at < other->size)
		does = contains(self, next(&iterator));
	pthread_mutex_unlock(&self->lock);
	return does;
}

static void add(struct list *self, int item)
{
	pthread_mutex_lock(&self->lock);
	self->changes++; /* @change */
	self->items[self->size++] = item;
	pthread_mutex_unlock(&self->lock);
}

static void *asker(void *arg)
{
	contains_all(&all, &some);
	return arg;
}

static void *adder(void *arg)
{
	add(&some, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, asker, NULL);
	pthread_create(&b, NULL, adder, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
