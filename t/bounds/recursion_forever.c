// A loop by recursion.
// bounds: unbounded 12
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

int run(void)
{
	pthread_t t;
	if (next_client() < 0)
		return 0;
	pthread_create(&t, NULL, serve, NULL);
	return run();
}
