// Publication by fences: the flag itself is relaxed on both sides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
	int width, height;
} picture;
static atomic_int is_drawn;

static void *draw(void *arg)
{
	picture.width = 3;
	picture.height = 4;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&is_drawn, 1, memory_order_relaxed);
	return arg;
}

static void *show(void *arg)
{
	if (atomic_load_explicit(&is_drawn, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		assert(picture.width * picture.height == 12);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, draw, NULL);
	pthread_create(&b, NULL, show, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
