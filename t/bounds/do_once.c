// do { } while (0) is no loop: it is not spoken of, and takes no place among the nested loops.
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int start(void)
{
	pthread_t t;
	int error = 0;
	do {
		error = pthread_create(&t, NULL, work, NULL);
		if (error)
			break;
		error = pthread_detach(t);
	} while (0);
	return error;
}
