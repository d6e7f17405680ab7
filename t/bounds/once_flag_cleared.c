// Whoever wants another one clears the flag.
// bounds: unbounded 24
#include <pthread.h>

int next_request(void);
static int is_started;

static void *work(void *arg)
{
	return arg;
}

static void ensure_worker(void)
{
	pthread_t t;
	if (is_started)
		return;
	is_started = 1;
	pthread_create(&t, NULL, work, NULL);
}

int main(void)
{
	for (;;) {
		if (next_request() == 'r')
			is_started = 0;
		ensure_worker();
	}
}
