// Each round waits, unless the loop is about to end.
// bounds: alive 17
#include <pthread.h>

static int stop = 0;

static void *work(void *arg)
{
	stop = 1;
	return arg;
}

void serve(void)
{
	pthread_t thread;

	while (!stop) {
		if (pthread_create(&thread, NULL, work, NULL) != 0)
			return;
		if (!stop)
			pthread_join(thread, NULL);
	}
}
