// A spin loop that counts its rounds: something private changes each time round, and still it only waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *signaller(void *arg)
{
	atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;
	unsigned long rounds = 0;

	pthread_create(&thread, NULL, signaller, NULL);
	while (!atomic_load(&ready))
		rounds++;
	pthread_join(thread, NULL);
	return rounds == (unsigned long)-1;
}
