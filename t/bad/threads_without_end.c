// Threads are made for ever, as verification benchmarks do that are about any number of threads.
// treadle: expect assert
// treadle: plain no
// treadle: says "@check"
// treadle: strategies random pos
// treadle: options --races off
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int inside;

static void *enter(void *arg)
{
	(void)arg;
	inside++;
	assert(inside == 1); /* @check */
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
