// Steps that nobody has asked about, that may be nothing or backwards, that were changed since, or that are not made in each round.
// bounds: unbounded 24
// bounds: unbounded 35
// bounds: unbounded 49
// bounds: unbounded 61
// bounds: unbounded 78
// bounds: unbounded 90
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int play(const char *data, int size);
void change(int *step);

void unasked(const char *data, int size)
{
	pthread_t t;
	int at = 0;

	/* may be 0, or less */
	while (at < size) {
		int w = play(data + at, size - at);
		pthread_create(&t, NULL, work, NULL);
		at += w;
	}
}

void not_nothing(const char *data, int size)
{
	pthread_t t;

	for (int at = 0; at < size;) { /* less than nothing is not nothing */
		int w = play(data + at, size - at);
		if (w == 0)
			break;
		pthread_create(&t, NULL, work, NULL);
		at += w;
	}
}

void sometimes(const char *data, int size)
{
	pthread_t t;
	int at = 0;

	while (at < size) { /* goes on without a step */
		int w = play(data + at, size - at);
		pthread_create(&t, NULL, work, NULL);
		if (w > 0)
			at += w;
	}
}

void changed(const char *data, int size)
{
	pthread_t t;

	for (int at = 0; at < size;) {
		int w = play(data + at, size - at);
		if (w <= 0)
			break;
		pthread_create(&t, NULL, work, NULL);
		change(&w);
		at += w;
	}
}

void changed_inside(const char *data, int size)
{
	pthread_t t;
	int w = play(data, size), at = 0;

	if (w <= 0)
		return;
	while (at < size) {
		pthread_create(&t, NULL, work, NULL);
		at += w;
		w = play(data + at, size - at);
	}
}

void other(const char *data, int size, int v)
{
	pthread_t t;
	int at = 0;

	while (at < size) {
		int w = play(data + at, size - at);
		if (v <= 0)
			return;
		pthread_create(&t, NULL, work, NULL);
		at += w;
	}
}
