// Creation fails closed on a configured limit: the wrapper refuses, whoever calls it.
// bounds: bounded 25
#include <pthread.h>

extern int max_threads;
int next_client(void);
static int started;

static void *serve(void *arg)
{
	return arg;
}

static int start_server(void)
{
	pthread_t t;
	if (started >= max_threads)
		return -1;
	started++;
	return pthread_create(&t, NULL, serve, NULL);
}

void run(void)
{
	while (next_client() >= 0)
		start_server();
}
