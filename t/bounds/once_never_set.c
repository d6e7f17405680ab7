// A flag that is tested and that nobody sets.
// bounds: unbounded 16
#include <pthread.h>

void wait_for_request(void);
int is_started;

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		if (!is_started)
			pthread_create(&t, NULL, work, NULL);
	}
}
