// Each round waits, unless somebody has set the flag; but that is taken back.
// bounds: unbounded 17
#include <pthread.h>

static int stop = 0;

static void *work(void *arg)
{
	stop = !stop;
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
