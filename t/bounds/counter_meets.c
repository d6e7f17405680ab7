// Two counters that come together.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int low, int high)
{
	pthread_t t;
	while (low < high) {
		pthread_create(&t, NULL, work, NULL);
		low++;
		high--;
	}
}
