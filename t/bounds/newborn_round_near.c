// The next round opens the same stream, which the last one has changed.
// bounds: unbounded 41
#include <pthread.h>
#include <stdlib.h>

struct stream {
	int flags;
	pthread_t writer;
};

enum { ASYNC = 1, SYNC = 2 };

int next_state(void);

static void *write_behind(void *arg)
{
	return arg;
}

static struct stream *make(int flags)
{
	struct stream *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	if (flags & SYNC)
		s->flags = 0;
	return s;
}

static void open_stream(struct stream *s)
{
	if (s->flags & ASYNC)
		pthread_create(&s->writer, NULL, write_behind, s);
}

int main(void)
{
	struct stream *s = make(SYNC);

	while (next_state()) {
		if (!s)
			continue;
		open_stream(s);
		s->flags = ASYNC;
	}
	return 0;
}
