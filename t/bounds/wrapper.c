// Creation through a wrapper.
// bounds: unbounded 20 says "start_thread"
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

static int start_thread(void *(*function)(void *))
{
	pthread_t t;
	return pthread_create(&t, NULL, function, NULL);
}

void run(void)
{
	while (next_client() >= 0)
		start_thread(serve);
}
