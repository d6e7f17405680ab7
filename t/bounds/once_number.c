// What a function returns is kept in a number: one says that it has created something, and nothing is created any more.
// bounds: bounded 21
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

static int start(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, serve, NULL))
		return 0;
	return 1;
}

int run(void)
{
	int is_started = 0;

	while (next_order())
		if (!is_started)
			is_started = start();
	return is_started;
}
