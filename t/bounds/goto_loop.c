// A loop without a loop statement.
// bounds: unbounded 15
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
again:
	if (next_client() < 0)
		return;
	pthread_create(&t, NULL, serve, NULL);
	goto again;
}
