// The inner loop is counted, but the outer one starts it again and again.
// bounds: unbounded 16
// bounds: bounded 18
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		for (int i = 0; i < 4; i++)
			pthread_create(&t, NULL, work, NULL);
	}
}
