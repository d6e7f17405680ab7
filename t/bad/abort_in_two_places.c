// Two calls of abort stay two: the optimiser must not make one of them, which would have no line.
// treadle: expect abort
// treadle: says "at check \(@here\)"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int stage;

static void *check(void *arg)
{
	if (stage == 3)
		abort();
	if (stage == 1)
		abort(); /* @here */
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, check, NULL);
	stage = 1;
	pthread_join(thread, NULL);
	return 0;
}
