// A flag that says that there is a thread is cleared behind the wait for the thread.
// bounds: alive 29
#include <pthread.h>

void *play(void *arg);
int next_order(void);
static pthread_t thread;
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
		pthread_join(thread, NULL);
	is_loud = is_playing = 0;
}

void run(void)
{
	int order;

	for (;;) {
		order = next_order();
		if (order > 0)
			flush();
		if (order <= 0)
			clear();
	}
}
