// Only the first exchange finds nought.
// bounds: bounded 17
#include <pthread.h>
#include <stdatomic.h>

void wait_for_request(void);
static atomic_int is_started;

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	for (;;) {
		wait_for_request();
		if (atomic_exchange(&is_started, 1) == 0)
			pthread_create(&t, NULL, work, NULL);
	}
}
