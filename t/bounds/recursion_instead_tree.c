// It calls itself more than once instead of creating: there are ever more last calls.
// bounds: unbounded 8
#include <pthread.h>

int is_busy(void);
void *serve(void *arg);

int start(int server)
{
	pthread_t t;

	if (is_busy()) {
		start(server + 1);
		start(server + 2);
		return start(server + 3);
	}
	return pthread_create(&t, NULL, serve, NULL);
}
