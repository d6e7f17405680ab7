// The paper's example of a counter that only grows, tested in the body of an endless loop.
// bounds: bounded 17
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	int limit = 500;
	int i = 0;
	while (1) {
		wait_for_request();
		if (i < limit) {
			pthread_create(&t, NULL, work, NULL);
			i++;
		}
	}
}
