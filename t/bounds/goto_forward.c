// A goto that only goes on is no loop.
#include <pthread.h>

int prepare(void);

static void *work(void *arg)
{
	return arg;
}

int start(void)
{
	pthread_t t;
	int error = prepare();
	if (error)
		goto out;
	error = pthread_create(&t, NULL, work, NULL);
out:
	return error;
}
