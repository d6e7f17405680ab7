// The condition of a break is negated into the condition of the creation.
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
	for (;;) {
		wait_for_request();
		if (n >= most)
			break;
		pthread_create(&t, NULL, work, NULL);
		n++;
	}
}
