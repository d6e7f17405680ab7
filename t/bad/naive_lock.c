// A lock of one's own: look whether it is free, then take it.
// treadle: expect assert
// treadle: says "\bbusy\b"
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int busy, inside;

static void *enter(void *arg)
{
	while (atomic_load(&busy))
		sched_yield();
	atomic_store(&busy, 1);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	atomic_store(&busy, 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
