// The thread is waited for in a loop that may have no rounds.
// bounds: unbounded 40
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_t thread;
	int is_started;
};

int next_request(void);
int send_request(void);
int receive(void);

static void *pump(void *arg)
{
	return arg;
}

static struct stream *open_stream(void)
{
	struct stream *stream = calloc(1, sizeof *stream);

	if (!stream)
		return NULL;
	if (pthread_create(&stream->thread, NULL, pump, stream) == 0)
		stream->is_started = 1;
	return stream;
}

static void close_stream(struct stream *stream)
{
	if (stream->is_started)
		pthread_join(stream->thread, NULL);
	free(stream);
}

void run(void)
{
	while (next_request() > 2) {
		struct stream *stream = open_stream();

		if (!stream)
			continue;
		while (receive() > 4)
			pthread_join(stream->thread, NULL);
	}
}
