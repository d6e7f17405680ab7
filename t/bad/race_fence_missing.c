// The writer has its fence, the reader has none.
// treadle: expect race
// treadle: says "\bsum\b"
// treadle: says "\badd_up\b"
// treadle: says "\btake_sum\b"
#include <pthread.h>
#include <stdatomic.h>

static int sum;
static atomic_int is_complete;

static void *add_up(void *arg)
{
	for (int i = 1; i <= 3; i++)
		sum += i;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&is_complete, 1, memory_order_relaxed);
	return arg;
}

static void *take_sum(void *arg)
{
	if (!atomic_load_explicit(&is_complete, memory_order_relaxed))
		return NULL;
	return sum == 6 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add_up, NULL);
	pthread_create(&b, NULL, take_sum, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
