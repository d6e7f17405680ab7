/* What is sent by one pipe says nothing of what is sent by the other, though it may look so: main reads when the other has written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int one[2], other[2];
static int ready;
static atomic_int is_done;

static void *give(void *unused)
{
	ready = 1;
	(void)!write(one[1], "x", 1);
	atomic_store_explicit(&is_done, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t thread;
	char c;

	if (pipe(one) || pipe(other))
		return 1;
	(void)!write(other[1], "y", 1);
	pthread_create(&thread, NULL, give, NULL);
	while (!atomic_load_explicit(&is_done, memory_order_relaxed))
		;
	(void)!read(other[0], &c, 1);
	assert(!ready);
	pthread_join(thread, NULL);
	return 0;
}
