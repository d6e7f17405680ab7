// A flag that is what something else is not, in each round anew.
// bounds: unbounded 13
#include <pthread.h>
#include <string.h>

void *serve(void *arg);
const char *next_order(void);

void run(void)
{
	pthread_t thread;

	for (;;) {
		int is_offer = !strcmp(next_order(), "offer");

		if (!is_offer)
			pthread_create(&thread, NULL, serve, NULL);
	}
}
