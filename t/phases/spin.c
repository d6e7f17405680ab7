/* A thread waits for another in a loop that counts its rounds, so that no two of them are the same. */
#include <pthread.h>

static _Atomic int ready;
static volatile unsigned result;

static void *wait(void *arg)
{
	unsigned rounds = 0;

	while (!ready) /* @loop */
		rounds++;
	result = rounds;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait, NULL);
	ready = 1;
	pthread_join(thread, NULL);
	return 0;
}
