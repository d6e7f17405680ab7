// A function that goes on for ever, but for a return out of its loop, says nothing about whoever calls it.
// bounds: unbounded 22
#include <pthread.h>

void *serve(void *arg);
int next_number(void);

static void wait_for_client(void)
{
	while (1) {
		if (next_number() > 0)
			return;
	}
}

void accept_all(void)
{
	pthread_t t;

	/* whoever comes */

	while (next_number() != 0) {
		wait_for_client();
		pthread_create(&t, NULL, serve, NULL);
	}
}
