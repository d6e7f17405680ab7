// The function that creates also stands in a list of values with braces left out, which may be one for the field.
// bounds: unbounded 53
#include <pthread.h>

struct stream;

struct streams {
	int (*close)(struct stream *);
};

struct classes {
	void (*enter)(int (*make)(void *), int (*end)(struct stream *));
};

extern struct classes *classes;
void *serve(void *arg);
int next_stream(struct stream **s);
int make(void *arg);

static int open_stream(struct stream *s)
{
	pthread_t t;

	return pthread_create(&t, NULL, serve, s);
}

static int close_stream(struct stream *s)
{
	return s != NULL;
}

struct place {
	int x, y;
};

struct kind {
	struct place place;
	struct streams streams;
};

const struct kind kinds[] = { { 1, 2, { open_stream } } };

void set_up(struct streams *streams)
{
	streams->close = close_stream;
	classes->enter(make, open_stream);
}

void end_all(struct streams *streams)
{
	struct stream *s;

	while (next_stream(&s))
		streams->close(s);
}
