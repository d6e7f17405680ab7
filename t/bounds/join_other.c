// What is joined in the loop is another thread.
// bounds: unbounded 15
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(pthread_t logger)
{
	pthread_t t;
	while (next_client() >= 0) {
		pthread_create(&t, NULL, serve, NULL);
		pthread_join(logger, NULL);
	}
}
