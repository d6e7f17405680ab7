// Each client's thread starts a helper: the loop that starts the clients starts the helpers as well.
// bounds: unbounded 18
#include <pthread.h>

int next_client(void);
void *help(void *arg);

static void *serve(void *arg)
{
	pthread_t t;
	pthread_create(&t, NULL, help, arg);
	return arg;
}

void run(void)
{
	pthread_t t;
	while (next_client() >= 0)
		pthread_create(&t, NULL, serve, NULL);
}
