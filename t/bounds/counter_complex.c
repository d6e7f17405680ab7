// A value that is computed in a way that is not simply up or down.
// bounds: unbounded 16
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (n < most) {
		wait_for_request();
		pthread_create(&t, NULL, work, NULL);
		n = (n + 1) % 10;
	}
}
