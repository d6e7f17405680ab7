// The counter, the test and the creation in one condition.
// bounds: bounded 14
#include <pthread.h>
#define MOST 16

static void *work(void *arg)
{
	return arg;
}

int start_all(pthread_t *t)
{
	int n = 0;
	while (n < MOST && pthread_create(&t[n], NULL, work, NULL) == 0)
		n++;
	return n;
}
