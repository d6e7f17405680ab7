// Nearly the same: closing waits for nobody where an assertion holds.
// bounds: unbounded 41
#include <assert.h>
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
	assert(stream != NULL);
	if (receive() < 3)
		pthread_join(stream->thread, NULL);
}

void run(void)
{
	while (next_request() > 2) {
		struct stream *stream = open_stream();

		if (!stream)
			continue;
		if (send_request() < 3) {
			close_stream(stream);
			continue;
		}
		if (receive() < 3)
			goto end;
		send_request();
end:
		close_stream(stream);
	}
}
