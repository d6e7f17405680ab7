// As C programmers write it: a number is true until it is nought.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(unsigned left)
{
	pthread_t t;
	while (left) {
		pthread_create(&t, NULL, work, NULL);
		--left;
	}
}
