// A number that a function finds out anew each time is neither a counter nor a constant.
// bounds: unbounded 16
#include <pthread.h>

int idle_threads(void);
void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

void run(int fewest)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		if (idle_threads() < fewest)
			pthread_create(&t, NULL, work, NULL);
	}
}
