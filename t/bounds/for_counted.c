// A counted loop whose body leaves the counter and the limit alone.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t[8];
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
