// The variable begins with 0 in each call.
// bounds: unbounded 21
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

static int start(void)
{
	int is_started = 0;
	pthread_t thread;

	if (is_started)
		return 1;
	is_started++;
	return pthread_create(&thread, NULL, serve, NULL);
}

void run(void)
{
	while (next_order())
		start();
}
