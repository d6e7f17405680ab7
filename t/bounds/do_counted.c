// The test at the end.
// bounds: bounded 14
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	do {
		pthread_create(&t, NULL, work, NULL);
	} while (++n < most);
}
