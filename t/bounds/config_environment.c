// The limit was read before the loop.
// bounds: bounded 16
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	const char *text = getenv("WORKERS");
	int workers = text ? atoi(text) : 4;
	pthread_t t;
	for (int i = 0; i < workers; i++)
		pthread_create(&t, NULL, work, NULL);
	pthread_exit(NULL);
}
