// A recursion that counts its depth down.
// bounds: bounded 10
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void spawn(int depth)
{
	pthread_t t;
	if (depth == 0)
		return;
	pthread_create(&t, NULL, work, NULL);
	spawn(depth - 1);
}
