// pthread_tryjoin_np says EBUSY, and nobody listens.
// treadle: expect assert
// treadle: says "\bresult\b"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int result;

static void *compute(void *arg)
{
	result = 9;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, compute, NULL);
	int failed = pthread_tryjoin_np(thread, NULL);
	assert(result == 9);
	if (failed)
		pthread_join(thread, NULL);
	return 0;
}
