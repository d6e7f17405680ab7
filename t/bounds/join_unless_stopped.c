// Each round waits, unless the loop is about to end.
// bounds: alive 19
#include <pthread.h>
#include <sys/socket.h>

static volatile int stop = 0;

static void *work(void *arg)
{
	if (accept(3, NULL, NULL) < 0)
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
