// A static variable of a function begins with 0 once, and is raised when the function starts its threads.
// bounds: bounded 21
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

static int start(void)
{
	static int is_started = 0;
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
