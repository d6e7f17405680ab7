// A break behind the creation, by equality.
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
	while (1) {
		pthread_create(&t, NULL, work, NULL);
		n += 1;
		if (n == 10)
			return;
	}
}
