// The flag is cleared behind a wait for another thread; and where nobody waits.
// bounds: unbounded 36
#include <pthread.h>

void *play(void *arg);
int next_order(void);
static pthread_t thread, another;
static int is_playing, is_loud;

static void flush(void)
{
	if (!is_playing) {
		is_playing = 1;
		pthread_create(&thread, NULL, play, NULL);
	}
}

static void clear(void)
{
	if (is_playing)
		pthread_join(another, NULL);
	is_loud = is_playing = 0;
}

static void forget(void)
{
	if (is_loud)
		pthread_join(thread, NULL);
	is_playing = 0;
}

void run(void)
{
	int order;

	for (;;) {
		order = next_order();
		if (order > 0)
			flush();
		if (order == 0)
			clear();
		if (order < 0)
			forget();
	}
}
