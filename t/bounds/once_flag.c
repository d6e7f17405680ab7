// A static flag says that it was done; the loop is in the caller.
// bounds: bounded 24
#include <pthread.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

static void ensure_worker(void)
{
	static int is_started;
	pthread_t t;
	if (is_started)
		return;
	is_started = 1;
	pthread_create(&t, NULL, work, NULL);
}

int main(void)
{
	for (;;) {
		wait_for_request();
		ensure_worker();
	}
}
