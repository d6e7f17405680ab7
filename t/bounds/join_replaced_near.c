// An old stream is replaced, and only the new one is waited for.
// bounds: unbounded 44
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_t thread;
	int is_open;
};

int next_request(void);
int is_old(struct stream *s);

static void *pump(void *arg)
{
	return arg;
}

static struct stream *open_stream(void)
{
	struct stream *s = calloc(1, sizeof *s);

	if (pthread_create(&s->thread, NULL, pump, s) != 0) {
		free(s);
		return NULL;
	}
	return s;
}

static void close_stream(struct stream *s)
{
	if (!s)
		return;
	pthread_join(s->thread, NULL);
	free(s);
}

int main(void)
{
	struct stream *s;

	next_request();
	next_request();
	while (next_request() > 2) {
		s = open_stream();
		if (s && is_old(s)) {
			s = open_stream();
		}
		close_stream(s);
	}
	return 0;
}
