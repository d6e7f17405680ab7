// The paper's third false alarm (OpenChat): the bound is read from the configuration in the condition.  Now it is right.
// bounds: bounded 14
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
	return arg;
}

void start_workers(void)
{
	pthread_t t;
	for (int i = 0; i < atoi(getenv("CHAT_SERVER_WORKERS")); i++)
		pthread_create(&t, NULL, work, NULL);
}
