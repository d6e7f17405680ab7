// Additions whose results nobody looks at.
#include <assert.h>
#include <pthread.h>

static int total;

static void *add(void *arg)
{
	for (int i = 0; i < 3; i++)
		__atomic_fetch_add(&total, 2, __ATOMIC_RELAXED);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(total == 12);
	return 0;
}
