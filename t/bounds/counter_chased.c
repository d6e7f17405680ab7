// Two counters of which one runs after the other.
// bounds: unbounded 15
#include <pthread.h>

int has_request(void);

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
		if (has_request())
			high++;
	}
}
