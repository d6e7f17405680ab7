// Publication by a relaxed store: that the reader acquires does not help when nobody has released.
// treadle: expect race
// treadle: says "\bresult\b"
// treadle: says "\bcompute\b"
// treadle: says "\bcollect\b"
#include <pthread.h>
#include <stdatomic.h>

static int result;
static atomic_int is_done;

static void *compute(void *arg)
{
	result = 42;
	atomic_store_explicit(&is_done, 1, memory_order_relaxed);
	return arg;
}

static void *collect(void *arg)
{
	while (!atomic_load_explicit(&is_done, memory_order_acquire))
		;
	return result == 42 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, compute, NULL);
	pthread_create(&b, NULL, collect, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
