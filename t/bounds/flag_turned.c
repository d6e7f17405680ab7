// A flag that is turned when something is created.
// bounds: bounded 13
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

void run(void)
{
	int is_first = 1;
	pthread_t thread;

	for (;;) {
		next_order();
		if (is_first) {
			pthread_create(&thread, NULL, serve, NULL);
			is_first = !is_first;
		}
	}
}
