// What is left is counted down in the condition itself.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void run(int left)
{
	pthread_t t;
	while (left-- > 0)
		pthread_create(&t, NULL, work, NULL);
}
