// An atomic counter that only grows.
// bounds: bounded 18
#include <pthread.h>
#include <stdatomic.h>
#define MOST 32

void wait_for_request(void);
static atomic_int started;

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		if (atomic_fetch_add(&started, 1) >= MOST)
			return;
		pthread_create(&t, NULL, work, NULL);
	}
}
