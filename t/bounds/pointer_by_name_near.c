// The field is filled with what somebody hands over as well, so that it may be the function that creates.
// bounds: unbounded 47
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

void set_up(struct streams *streams)
{
	streams->close = close_stream;
	classes->enter(make, open_stream);
}

void set_close(struct streams *streams, int (*close)(struct stream *))
{
	streams->close = close;
}

void end_all(struct streams *streams)
{
	struct stream *s;

	while (next_stream(&s))
		streams->close(s);
}
