// Each round makes a stream of its own and opens it, and what the last one did to its own does not matter.
// bounds: bounded 39
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
	while (next_state()) {
		struct stream *s = make(SYNC);

		if (!s)
			continue;
		open_stream(s);
		s->flags = ASYNC;
		free(s);
	}
	return 0;
}
