// Each round waits, unless somebody has set the flag; but that is taken back.
// bounds: unbounded 21
#include <pthread.h>
#include <unistd.h>

static volatile int stop = 0;

static void *work(void *arg)
{
	stop = 1;
	usleep(1);
	stop = 0;
	sleep(1);
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
