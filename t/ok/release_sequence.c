// What was released is still released after somebody else added to it with a relaxed read-modify-write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int state;

static void *write_message(void *arg)
{
	message = 5;
	atomic_store_explicit(&state, 1, memory_order_release);
	return arg;
}

static void *mark_as_urgent(void *arg)
{
	int seen = 1;

	atomic_compare_exchange_strong_explicit(&state, &seen, 2, memory_order_relaxed, memory_order_relaxed);
	return arg;
}

static void *read_message(void *arg)
{
	if (atomic_load_explicit(&state, memory_order_acquire) == 2)
		assert(message == 5);
	return arg;
}

int main(void)
{
	void *(*bodies[])(void *) = { write_message, mark_as_urgent, read_message };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
