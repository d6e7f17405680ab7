// <stdatomic.h>: fetch-add, exchange, compare-and-swap loops, flags and fences.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int sum;
static atomic_uint bits;
static _Atomic(uint64_t) product = 1;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static atomic_int winners;

static void *work(void *arg)
{
	unsigned me = (unsigned)(uintptr_t)arg;
	uint64_t old = atomic_load_explicit(&product, memory_order_relaxed);

	atomic_fetch_add_explicit(&sum, 5, memory_order_relaxed);
	atomic_fetch_or(&bits, 1u << me);
	while (!atomic_compare_exchange_weak(&product, &old, old * 3))
		;
	if (!atomic_flag_test_and_set(&taken))
		atomic_fetch_add(&winners, 1);
	atomic_thread_fence(memory_order_seq_cst);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, (void *)0);
	pthread_create(&b, NULL, work, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 10 && bits == 3 && product == 9 && winners == 1);
	return 0;
}
