// The threads take themselves off the count: not monotone, but no more than so many are alive.
// bounds: alive 19
#include <pthread.h>
#include <stdatomic.h>
#define MOST 32

void wait_for_request(void);
static atomic_int live;

static void *work(void *arg)
{
	atomic_fetch_sub(&live, 1);
	return arg;
}

void run(void)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		if (atomic_load(&live) >= MOST)
			continue;
		atomic_fetch_add(&live, 1);
		pthread_create(&t, NULL, work, NULL);
	}
}
