// Looks counted, but the body moves the limit away.
// bounds: unbounded 15
#include <pthread.h>

int has_more(void);

static void *work(void *arg)
{
	return arg;
}

void start_all(int n)
{
	pthread_t t;
	for (int i = 0; i < n; i++) {
		pthread_create(&t, NULL, work, NULL);
		if (has_more())
			n++;
	}
}
