// Threads are made for ever, as verification benchmarks do that are about any number of threads.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int inside;

static void *enter(void *arg)
{
	(void)arg;
	inside++;
	assert(inside == 1);
	inside--;
	return NULL;
}

int main(void)
{
	for (;;) {
		pthread_t thread;

		pthread_create(&thread, NULL, enter, NULL);
	}
}
