// A counted loop that goes down.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void start_all(int n)
{
	pthread_t t;
	for (int i = n - 1; i >= 0; i--)
		pthread_create(&t, NULL, work, NULL);
}
