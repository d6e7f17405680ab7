// A vector is made from another one: its size is asked for, then its elements are copied.  In between another thread
// removes them.
// cause: atomicity
// lines: @size @remove @copy
// says: ; copier let go of words\.lock in between$
// completions: 10
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ROOM = 4 };

struct vector {
	pthread_mutex_t lock;
	const char *elements[ROOM];
	int count;
};

static struct vector words = { PTHREAD_MUTEX_INITIALIZER, { "weft", "warp" }, 2 };

static int size(struct vector *self)
{
	int count;

	pthread_mutex_lock(&self->lock);
	count = self->count; /* @size */
	pthread_mutex_unlock(&self->lock);
	return count;
}

static void to_array(struct vector *self, const char **to)
{
	pthread_mutex_lock(&self->lock);
	for (int i = 0; i < self->count; i++) /* @copy */
		to[i] = self->elements[i];
	pthread_mutex_unlock(&self->lock);
}

static void make(struct vector *self, struct vector *from)
{
	self->count = size(from);
	to_array(from, self->elements);
}

static void remove_all(struct vector *self)
{
	pthread_mutex_lock(&self->lock);
	for (int i = 0; i < self->count; i++)
		self->elements[i] = NULL;
	self->count = 0; /* @remove */
	pthread_mutex_unlock(&self->lock);
}

static void *copier(void *arg)
{
	struct vector copy = { PTHREAD_MUTEX_INITIALIZER, { NULL }, 0 };

	make(&copy, &words);
	for (int i = 0; i < copy.count; i++)
		assert(copy.elements[i]);
	return arg;
}

static void *remover(void *arg)
{
	remove_all(&words);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, copier, NULL);
	pthread_create(&b, NULL, remover, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
