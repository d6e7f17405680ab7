// A sequence lock whose reader looks at the sequence before it reads, and not again afterwards.
// treadle: expect assert
// treadle: says "\bsequence\b"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int hours, minutes;

static void *advance(void *arg)
{
	atomic_fetch_add(&sequence, 1);
	atomic_store(&hours, 1);
	atomic_store(&minutes, 1);
	atomic_fetch_add(&sequence, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, advance, NULL);
	if (atomic_load(&sequence) % 2 == 0) {
		int h = atomic_load(&hours), m = atomic_load(&minutes);
		assert(h == m);
	}
	pthread_join(thread, NULL);
	return 0;
}
