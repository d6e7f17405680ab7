// Half of a counter is atomic: the other half resets it with a plain read in between.
// treadle: expect assert
// treadle: says "\bpending\b"
#include <assert.h>
#include <pthread.h>

static int pending, handled;

static void *submit(void *arg)
{
	for (int i = 0; i < 2; i++)
		__sync_fetch_and_add(&pending, 1);
	return arg;
}

static void drain(void)
{
	handled += __sync_fetch_and_add(&pending, 0);
	__sync_lock_test_and_set(&pending, 0);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, submit, NULL);
	drain();
	pthread_join(thread, NULL);
	drain();
	assert(handled == 2);
	return 0;
}
