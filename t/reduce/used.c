// Additions whose results are looked at: what each finds depends on the order.
#include <assert.h>
#include <pthread.h>

static int tickets;

static void *take(void *arg)
{
	long sum = 0;

	for (int i = 0; i < 3; i++)
		sum += __atomic_fetch_add(&tickets, 1, __ATOMIC_RELAXED);
	return (void *)(sum + (long)arg);
}

int main(void)
{
	pthread_t a, b;
	void *first, *second;

	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, take, NULL);
	pthread_join(a, &first);
	pthread_join(b, &second);
	assert((long)first + (long)second == 15);
	return 0;
}
