// Both sides of a disjunction are.
// bounds: bounded 16
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most, int left)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		wait_for_request();
		if (n < most || left > 0) {
			pthread_create(&t, NULL, work, NULL);
			n++;
			left--;
		}
	}
}
