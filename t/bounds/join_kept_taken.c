// Somebody takes the stream out without closing it.
// bounds: unbounded 155
#include <pthread.h>
#include <stdlib.h>

struct stream {
	pthread_t thread;
	int is_open;
};

struct decoder {
	int version;
	void *(*open)(const char *file);
	void *(*open_stream)(struct stream *s);
	int (*decode)(void *data);
	void (*close)(void *data);
};

struct waves {
	char *samples;
};

struct music {
	struct stream *stream;
	int is_good;
};

int next_song(void);
int has_failed(void *data);
const struct decoder *decoder_for(const struct stream *s);
static struct stream *current;

static void *pump(void *arg)
{
	return arg;
}

static struct stream *open_stream(void)
{
	struct stream *s = malloc(sizeof *s);

	s->is_open = next_song();
	if (!s->is_open)
		return s;
	if (pthread_create(&s->thread, NULL, pump, s) != 0)
		exit(1);
	return s;
}

static void close_stream(struct stream *s)
{
	if (s->is_open) {
		pthread_join(s->thread, NULL);
		s->is_open = 0;
	}
	free(s);
}

static void *waves_open(const char *file)
{
	(void)file;
	return calloc(1, sizeof(struct waves));
}

static int waves_decode(void *data)
{
	return data != NULL;
}

static void waves_close(void *data)
{
	free(data);
}

const struct decoder waves = { 1, waves_open, NULL, waves_decode, waves_close };

static struct music *music_make(void)
{
	struct music *m = malloc(sizeof *m);

	m->stream = NULL;
	return m;
}

static void *music_open_stream(struct stream *s)
{
	struct music *m = music_make();

	m->stream = s;
	if (next_song() > 4)
		return m;
	m->is_good = 1;
	return m;
}

static void forget(struct music *m)
{
	m->stream = NULL;
}

static void music_close(void *data)
{
	struct music *m = data;

	if (m->stream) {
		close_stream(m->stream);
		m->stream = NULL;
	}
	free(m);
}

const struct decoder music = { 1, waves_open, music_open_stream, waves_decode, music_close };

static void play(const struct decoder *f, void *data)
{
	while (f->decode(data))
		if (next_song() > 3)
			break;
	f->close(data);
}

void play_file(const char *name)
{
	play(&waves, waves.open(name));
}

static void play_stream(const struct decoder *f)
{
	void *data = f->open_stream(current);

	if (next_song() > 5)
		forget(data);
	if (has_failed(data))
		f->close(data);
	else
		play(f, data);
}

static void play_song(void)
{
	const struct decoder *f;

	current = open_stream();
	f = decoder_for(current);
	if (!f) {
		close_stream(current);
		return;
	}
	play_stream(f);
}

int main(void)
{
	next_song();
	while (next_song() > 2)
		play_song();
	return 0;
}
