// A flag that is what something else is not, in each round anew.
// bounds: unbounded 12
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

void run(void)
{
	pthread_t thread;

	for (;;) {
		int is_offer = !next_order();

		if (!is_offer)
			pthread_create(&thread, NULL, serve, NULL);
	}
}
