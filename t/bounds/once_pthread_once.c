// pthread_once runs the creation once, however often the loop comes by.
// bounds: bounded 21
#include <pthread.h>

void wait_for_request(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *work(void *arg)
{
	return arg;
}

static void start_worker(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
}

int main(void)
{
	for (;;) {
		wait_for_request();
		pthread_once(&once, start_worker);
	}
}
