// A bit says that the thread runs; the others have nothing to do with it.
// bounds: bounded 15
#include <pthread.h>

enum { RUNNING = 1, CHANGED = 2, OLD = 4 };

int next_event(void);
void *work(void *arg);
static unsigned flags;

void run(void)
{
	pthread_t t;

	while (next_event()) {
		flags |= OLD;
		flags &= ~(CHANGED | OLD);
		if ((flags & RUNNING) != 0)
			continue;
		flags |= RUNNING | CHANGED;
		pthread_create(&t, NULL, work, NULL);
	}
}
