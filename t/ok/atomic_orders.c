// Atomics of every order and kind on the same place, without any plain data: nothing here can be a data race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static atomic_long wide;
static atomic_flag mark = ATOMIC_FLAG_INIT;

static void *loosely(void *arg)
{
	atomic_fetch_add_explicit(&value, 1, memory_order_relaxed);
	atomic_fetch_or_explicit(&wide, 4, memory_order_acq_rel);
	atomic_exchange_explicit(&value, 5, memory_order_acquire);
	atomic_flag_test_and_set_explicit(&mark, memory_order_relaxed);
	return arg;
}

static void *strictly(void *arg)
{
	int old = atomic_load_explicit(&value, memory_order_relaxed);

	atomic_compare_exchange_weak_explicit(&value, &old, 7, memory_order_release, memory_order_relaxed);
	atomic_store_explicit(&wide, atomic_load_explicit(&wide, memory_order_consume), memory_order_release);
	atomic_fetch_sub(&value, 1);
	atomic_flag_clear_explicit(&mark, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, loosely, NULL);
	pthread_create(&b, NULL, strictly, NULL);
	value = value + 1;
	wide |= 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(value >= 0 && wide >= 0);
	return 0;
}
