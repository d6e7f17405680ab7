// The last reference goes with release, and a fence acquires what all the others did before the object is freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
	atomic_int references;
	int filled[2];
};

static void put(struct buffer *buffer)
{
	if (atomic_fetch_sub_explicit(&buffer->references, 1, memory_order_release) != 1)
		return;
	atomic_thread_fence(memory_order_acquire);
	buffer->filled[0] += buffer->filled[1];
	free(buffer);
}

static void *fill_first(void *arg)
{
	struct buffer *buffer = arg;

	buffer->filled[0] = 1;
	put(buffer);
	return NULL;
}

static void *fill_second(void *arg)
{
	struct buffer *buffer = arg;

	buffer->filled[1] = 1;
	put(buffer);
	return NULL;
}

int main(void)
{
	struct buffer *buffer = malloc(sizeof *buffer);
	pthread_t a, b;

	atomic_init(&buffer->references, 2);
	pthread_create(&a, NULL, fill_first, buffer);
	pthread_create(&b, NULL, fill_second, buffer);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
