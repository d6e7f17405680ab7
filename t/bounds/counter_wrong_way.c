// The counter goes away from the limit.
// bounds: unbounded 14
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (n < most) {
		pthread_create(&t, NULL, work, NULL);
		n--;
	}
}
