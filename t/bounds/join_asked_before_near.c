// The stream is marked as closed before somebody has asked whether there is a thread.
// bounds: unbounded 63
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_t thread;
	int is_open, is_buffered, fd;
};

int next_request(void);
int open_file(void);
int send_request(struct stream *s);

static void *pump(void *arg)
{
	return arg;
}

static void open_source(struct stream *s)
{
	s->fd = open_file();
	if (s->fd >= 0)
		s->is_open = 1;
}

static struct stream *open_stream(const int is_buffered)
{
	struct stream *s = malloc(sizeof *s);

	s->is_open = 0;
	open_source(s);
	if (!s->is_open)
		return s;
	s->is_buffered = is_buffered;
	if (is_buffered) {
		int error = pthread_create(&s->thread, NULL, pump, s);

		if (error)
			exit(1);
	}
	return s;
}

static void close_stream(struct stream *s)
{
	if (s->is_open) {
		if (s->fd > 2)
			s->is_open = 0;
		if (s->is_open && s->is_buffered)
			pthread_join(s->thread, NULL);
		open_file();
		if (s->is_buffered)
			send_request(s);
	}
	free(s);
}

int main(void)
{
	struct stream *s;

	while (next_request() > 2) {
		s = open_stream(next_request());
		if (send_request(s) < 3) {
			close_stream(s);
			continue;
		}
		next_request();
		close_stream(s);
	}
	return 0;
}
