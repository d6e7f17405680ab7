// The other way round: it goes on as long as creation succeeds.
// bounds: unbounded 12
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void start_as_many_as_go(pthread_t *t)
{
	while (pthread_create(t, NULL, work, NULL) == 0)
		continue;
}
