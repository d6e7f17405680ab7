// The test at the end asks something outside.
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
	do {
		pthread_create(&t, NULL, serve, NULL);
	} while (next_client() >= 0);
}
