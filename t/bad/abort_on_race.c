// The invariant is checked by hand, with abort.
// treadle: expect abort
// treadle: says "@abort"
#include <pthread.h>
#include <stdlib.h>

static int low, high;

static void *widen(void *arg)
{
	low--;
	high++;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, widen, NULL);
	if (low + high != 0)
		abort(); /* @abort */
	pthread_join(thread, NULL);
	return 0;
}
