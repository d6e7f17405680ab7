// Spin loops that end: bare, with a pause, and with sched_yield.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int stage;
static int data[3];

static void *producer(void *arg)
{
	for (int i = 0; i < 3; i++) {
		data[i] = i + 1;
		atomic_store_explicit(&stage, i + 1, memory_order_release);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, producer, NULL);
	while (atomic_load_explicit(&stage, memory_order_acquire) < 1)
		;
	assert(data[0] == 1);
	while (atomic_load_explicit(&stage, memory_order_acquire) < 2)
		__builtin_ia32_pause();
	assert(data[1] == 2);
	while (atomic_load_explicit(&stage, memory_order_acquire) < 3)
		sched_yield();
	assert(data[2] == 3);
	pthread_join(thread, NULL);
	return 0;
}
