// Whole structures assigned, passed and returned by value, under a lock.
#include <assert.h>
#include <pthread.h>

struct span {
	long start, end;
	char name[16];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct span current = { 0, 10, "first" };

static struct span shifted(struct span span, long by)
{
	span.start += by;
	span.end += by;
	return span;
}

static void *shift(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		struct span copy = current;
		assert(copy.end - copy.start == 10);
		current = shifted(copy, 3);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, shift, NULL);
	pthread_create(&b, NULL, shift, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(current.start == 12 && current.end == 22);
	return 0;
}
