// Looks counted, but the body takes the counter back.
// bounds: unbounded 15
#include <pthread.h>

int is_wanted(int number);

static void *work(void *arg)
{
	return arg;
}

void start_all(int n)
{
	pthread_t t;
	for (int i = 0; i < n; i++) {
		pthread_create(&t, NULL, work, NULL);
		if (!is_wanted(i))
			i--;
	}
}
