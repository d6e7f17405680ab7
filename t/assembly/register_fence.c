// Fences of inline assembly order what relaxed atomics alone do not; and what has no operand in memory stays as it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int published;

static void fence(void)
{
	__asm__ volatile("mfence" : : : "memory");
}

static int add(int a, int b)
{
	__asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
	return a;
}

static void *publish(void *arg)
{
	published = add(3, 4);
	fence();
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, publish, NULL);
	if (atomic_load_explicit(&ready, memory_order_relaxed)) {
		fence();
		assert(published == 7);
	}
	pthread_join(thread, NULL);
	return 0;
}
