// Who comes before the condition variable is there hands NULL to the C library, which crashes; the caller is told, not where inside.
// treadle: expect crash
// treadle: says "at announce \(@here\)"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic(pthread_cond_t *) place;

static void *announce(void *arg)
{
	pthread_cond_t *here = place;

	pthread_cond_broadcast(here); /* @here */
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, announce, NULL);
	place = &changed;
	pthread_join(thread, NULL);
	return 0;
}
