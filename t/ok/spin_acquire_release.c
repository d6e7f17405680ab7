// A spin lock out of atomic_flag: acquired with acquire, released with release, and no more than that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int list[4], length;

static void append(int item)
{
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		;
	list[length] = item;
	length++;
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void *work(void *arg)
{
	append(1);
	append(2);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int sum = 0;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < length; i++)
		sum += list[i];
	assert(length == 4 && sum == 6);
	return 0;
}
