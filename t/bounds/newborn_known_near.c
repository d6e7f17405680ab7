// The stream is new, but not known to its maker alone: another function finds it in a list and sets the interval.
// bounds: unbounded 88
#include <pthread.h>
#include <stdlib.h>

struct stream {
	int interval, is_async, mode;
	char *name;
	pthread_t writer;
};

struct streams {
	int (*construct)(struct stream **);
	int (*set_mode)(struct stream *, int);
	int (*set_interval)(struct stream *, int);
	int (*open)(struct stream *);
	void (*destroy)(struct stream **);
};

static struct streams streams;
static struct stream *log_file, *latest;

int next_state(void);
int write_state(struct stream *s);

static void *write_behind(void *arg)
{
	return arg;
}

static int construct(struct stream **made)
{
	struct stream *s;

	if ((s = calloc(1, sizeof *s)) == NULL)
		return -1;
	s->mode = 1;
	latest = s;
	*made = s;
	return 0;
}

static int set_mode(struct stream *s, int mode)
{
	if (latest)
		latest->interval = mode;
	s->mode = mode;
	return 0;
}

static int set_interval(struct stream *s, int interval)
{
	s->interval = interval;
	return 0;
}

static int open_stream(struct stream *s)
{
	if (s->interval != 0)
		s->is_async = 1;
	if (s->is_async)
		pthread_create(&s->writer, NULL, write_behind, s);
	return 0;
}

static void destroy(struct stream **s)
{
	free(*s);
	*s = NULL;
}

static void save(void)
{
	struct stream *s = NULL;

	if (streams.construct(&s) == 0 && streams.set_mode(s, 2) == 0 && streams.open(s) == 0)
		write_state(s);
	if (s)
		streams.destroy(&s);
}

int main(int argc, char **argv)
{
	streams = (struct streams){ .construct = construct, .set_mode = set_mode, .set_interval = set_interval, .open = open_stream,
				    .destroy = destroy };
	streams.construct(&log_file);
	streams.set_interval(log_file, argc);
	while (next_state())
		save();
	(void)argv;
	return 0;
}
