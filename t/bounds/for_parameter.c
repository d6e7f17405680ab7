// A parameter that the loop does not assign is a constant to it.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void start_all(pthread_t *t, unsigned n)
{
	unsigned i;
	for (i = 0; i != n; ++i)
		pthread_create(t + i, NULL, work, NULL);
}
