// A goto that leaves the loop bounds like a break.
// bounds: bounded 16
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

int run(int most)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		wait_for_request();
		if (n++ == most)
			goto out;
		pthread_create(&t, NULL, work, NULL);
	}
out:
	return n;
}
