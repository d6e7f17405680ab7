// More threads than Treadle can have, one after the other: executions end there, and nothing is reported.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void *work(void *arg)
{
	(void)arg;
	count++;
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 1100; i++) {
		pthread_t thread;

		assert(!pthread_create(&thread, NULL, work, NULL));
		pthread_join(thread, NULL);
	}
	assert(count == 1100);
	return 0;
}
