// Two functions that call each other; the loop is named by the one that creates.
// bounds: unbounded 19
#include <pthread.h>

int next_client(void);
void start(void);

static void *serve(void *arg)
{
	return arg;
}

void listen_for(void)
{
	if (next_client() >= 0)
		start();
}

void start(void)
{
	pthread_t t;
	pthread_create(&t, NULL, serve, NULL);
	listen_for();
}
