// The flag is cleared by a counter, but something sets both back.
// bounds: unbounded 18
#include <pthread.h>
#include <stdbool.h>

bool is_reload_asked_for(void);

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	bool is_open = true;
	int n = 0;
	for (;;) {
		if (is_open)
			pthread_create(&t, NULL, work, NULL);
		if (++n >= 10)
			is_open = false;
		if (is_reload_asked_for()) {
			n = 0;
			is_open = true;
		}
	}
}
