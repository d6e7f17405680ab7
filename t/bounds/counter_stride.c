// A step that is another one in each round, and made only where it is more than nothing; otherwise the loop is left.
// bounds: bounded 20
// bounds: bounded 35
// bounds: bounded 47
#include <pthread.h>
#include <unistd.h>

static void *work(void *arg)
{
	return arg;
}

int play(const char *data, int size);

int along(const char *data, int size)
{
	pthread_t t;
	int at = 0;

	while (at < size) {
		int w = play(data + at, size - at);
		pthread_create(&t, NULL, work, NULL);
		if (w > 0)
			at += w;
		else
			return at;
	}
	return at;
}

void left_before(const char *data, int size)
{
	pthread_t t;

	for (int at = 0; at < size;) {
		long w = write(1, data + at, size - at);
		if (w <= 0)
			break;
		pthread_create(&t, NULL, work, NULL);
		at += w;
	}
}

void down(unsigned most, unsigned step)
{
	pthread_t t;
	while (most > 0) {
		step = play("", most);
		if (!step || step > most)
			return;
		pthread_create(&t, NULL, work, NULL);
		most -= step;
	}
}
