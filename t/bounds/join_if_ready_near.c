// The thread is waited for only if the stream is ready, which has nothing to do with whether it was created.
// bounds: unbounded 33
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_t thread;
	int is_ready;
};

int next_request(void);

static void *pump(void *arg)
{
	return arg;
}

static struct stream *open_stream(void)
{
	struct stream *s = calloc(1, sizeof *s);

	if (pthread_create(&s->thread, NULL, pump, s) != 0)
		exit(1);
	return s;
}

int main(void)
{
	struct stream *s;

	next_request();
	next_request();
	while (next_request() > 2) {
		s = open_stream();
		s->is_ready = next_request();
		if (s->is_ready)
			pthread_join(s->thread, NULL);
	}
	return 0;
}
