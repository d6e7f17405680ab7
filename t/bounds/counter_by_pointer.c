// The caller's counter, through a pointer.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int *n, int most)
{
	pthread_t t;
	while (*n < most) {
		pthread_create(&t, NULL, work, NULL);
		(*n)++;
	}
}
