// The thread clears the bit at its end.
// bounds: alive 21
#include <pthread.h>

enum { RUNNING = 1, CHANGED = 2, OLD = 4 };

int next_event(void);
static unsigned flags;

static void *work(void *arg)
{
	next_event();
	flags &= ~RUNNING;
	return arg;
}

void run(void)
{
	pthread_t t;

	while (next_event()) {
		if ((flags & RUNNING) != 0)
			continue;
		flags |= RUNNING;
		pthread_create(&t, NULL, work, NULL);
	}
}
