// Each round waits, unless the loop is about to end.
// bounds: alive 17
#include <pthread.h>

int stop;

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
