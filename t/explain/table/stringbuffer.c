// Appending one buffer to another: its length is asked for, then that many characters of it.  Both take its lock, but
// in between another thread may make it shorter.
// cause: atomicity
// lines: @length @shorten @copy
// says: ; appender let go of greeting\.lock in between$
// completions: 13
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { ROOM = 16 };

struct buffer {
	pthread_mutex_t lock;
	int count;
	char text[ROOM];
};

static struct buffer greeting = { PTHREAD_MUTEX_INITIALIZER, 5, "hello" };
static struct buffer line = { PTHREAD_MUTEX_INITIALIZER, 0, "" };

static int length(struct buffer *self)
{
	int count;

	pthread_mutex_lock(&self->lock);
	count = self->count; /* @length */
	pthread_mutex_unlock(&self->lock);
	return count;
}

static void get_chars(struct buffer *self, int count, char *to)
{
	pthread_mutex_lock(&self->lock);
	assert(count <= self->count); /* @copy */
	memcpy(to, self->text, (size_t)count);
	pthread_mutex_unlock(&self->lock);
}

static void append(struct buffer *self, struct buffer *other)
{
	pthread_mutex_lock(&self->lock);

	int count = length(other);

	get_chars(other, count, self->text + self->count);
	self->count += count;
	pthread_mutex_unlock(&self->lock);
}

static void set_length(struct buffer *self, int count)
{
	pthread_mutex_lock(&self->lock);
	for (int i = self->count; i < count; i++)
		self->text[i] = 0;
	self->count = count; /* @shorten */
	pthread_mutex_unlock(&self->lock);
}

static void *appender(void *arg)
{
	append(&line, &greeting);
	return arg;
}

static void *editor(void *arg)
{
	set_length(&greeting, 8);
	set_length(&greeting, 4);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, appender, NULL);
	pthread_create(&b, NULL, editor, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
