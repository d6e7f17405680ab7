// Characters side by side in one word, each under a lock of its own: C11 keeps them apart.
#include <assert.h>
#include <pthread.h>

static struct {
	char left, right;
	short low;
} pixel;
static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;

static void *paint_left(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&left_lock);
		pixel.left++;
		pthread_mutex_unlock(&left_lock);
	}
	return arg;
}

static void *paint_right(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&right_lock);
		pixel.right++;
		pthread_mutex_unlock(&right_lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, paint_left, NULL);
	pthread_create(&b, NULL, paint_right, NULL);
	pixel.low = 7;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pixel.left == 2 && pixel.right == 2 && pixel.low == 7);
	return 0;
}
