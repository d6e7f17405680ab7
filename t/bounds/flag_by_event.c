// The flag is cleared, but only when something happens outside.
// bounds: unbounded 17
#include <pthread.h>
#include <stdbool.h>

bool is_stop_asked_for(void);

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	bool goes_on = true;
	while (goes_on) {
		pthread_create(&t, NULL, work, NULL);
		if (is_stop_asked_for())
			goes_on = false;
	}
}
