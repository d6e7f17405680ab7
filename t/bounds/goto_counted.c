// A counted loop without a loop statement.
// bounds: bounded 14
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	int n = 0;
again:
	pthread_create(&t, NULL, work, NULL);
	if (++n < 4)
		goto again;
}
