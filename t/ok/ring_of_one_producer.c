// A ring with one producer and one consumer: each writes its own index with release and reads the other's with acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { ROOM = 2, ITEMS = 3 };

static int ring[ROOM];
static atomic_uint head, tail;

static bool put(int item)
{
	unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);

	if (at - atomic_load_explicit(&head, memory_order_acquire) == ROOM)
		return false;
	ring[at % ROOM] = item;
	atomic_store_explicit(&tail, at + 1, memory_order_release);
	return true;
}

static bool take(int *item)
{
	unsigned at = atomic_load_explicit(&head, memory_order_relaxed);

	if (at == atomic_load_explicit(&tail, memory_order_acquire))
		return false;
	*item = ring[at % ROOM];
	atomic_store_explicit(&head, at + 1, memory_order_release);
	return true;
}

static void *produce(void *arg)
{
	for (int i = 1; i <= ITEMS; i++)
		while (!put(i))
			;
	return arg;
}

int main(void)
{
	pthread_t thread;
	int item = 0;

	pthread_create(&thread, NULL, produce, NULL);
	for (int i = 1; i <= ITEMS; i++) {
		while (!take(&item))
			;
		assert(item == i);
	}
	pthread_join(thread, NULL);
	return 0;
}
