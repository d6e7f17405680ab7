// Another bit is set than the one that is asked about.
// bounds: unbounded 15
#include <pthread.h>

enum { RUNNING = 1, CHANGED = 2, OLD = 4 };

int next_event(void);
void *work(void *arg);
static unsigned flags;

void run(void)
{
	pthread_t t;

	while (next_event()) {
		if ((flags & RUNNING) != 0)
			continue;
		flags |= CHANGED;
		pthread_create(&t, NULL, work, NULL);
	}
}
