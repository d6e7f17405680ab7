// The counter stands on the right.
// bounds: bounded 16
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
	while (most > n) {
		wait_for_request();
		pthread_create(&t, NULL, work, NULL);
		n = n + 1;
	}
}
