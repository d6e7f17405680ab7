// The loop tries until it worked, and leaves.
// bounds: bounded 13
#include <pthread.h>
#include <unistd.h>

static void *work(void *arg)
{
	return arg;
}

int start_worker(pthread_t *t)
{
	for (;;) {
		if (pthread_create(t, NULL, work, NULL) == 0)
			return 0;
		sleep(1);
	}
}
