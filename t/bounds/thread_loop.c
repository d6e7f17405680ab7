// The loop that creates runs in a thread of its own; that this thread is created once is no loop.
// bounds: unbounded 15
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

static void *listen_for(void *arg)
{
	pthread_t t;
	while (next_client() >= 0)
		pthread_create(&t, NULL, serve, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, listen_for, NULL);
	return pthread_join(t, NULL);
}
