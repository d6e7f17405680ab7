// The inner counter is not reset, so it bounds the outer loop as well.
// bounds: bounded 17
// bounds: bounded 19
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	int started = 0;
	for (;;) {
		wait_for_request();
		while (started < 4) {
			pthread_create(&t, NULL, work, NULL);
			started++;
		}
	}
}
