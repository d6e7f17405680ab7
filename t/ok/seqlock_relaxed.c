// A sequence lock as C11 wants it: the data is relaxed atomics, and fences keep it between the two looks at the number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *move(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		atomic_store_explicit(&sequence, 2 * i - 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&x, i, memory_order_relaxed);
		atomic_store_explicit(&y, -i, memory_order_relaxed);
		atomic_store_explicit(&sequence, 2 * i, memory_order_release);
	}
	return arg;
}

static bool read_both(int *left, int *right)
{
	unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);

	*left = atomic_load_explicit(&x, memory_order_relaxed);
	*right = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	return before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before;
}

int main(void)
{
	pthread_t thread;
	int left, right;

	pthread_create(&thread, NULL, move, NULL);
	for (int i = 0; i < 2; i++)
		if (read_both(&left, &right))
			assert(left + right == 0);
	pthread_join(thread, NULL);
	return 0;
}
