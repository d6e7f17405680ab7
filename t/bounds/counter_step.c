// A step that is a variable the loop does not change.
// bounds: bounded 14
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(unsigned long size, unsigned long step)
{
	pthread_t t;
	unsigned long at = 0;
	while (at < size) {
		pthread_create(&t, NULL, work, NULL);
		at += step;
	}
}
