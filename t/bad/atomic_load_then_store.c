// Each access is atomic, the addition made of two of them is not.
// treadle: expect assert
// treadle: says "\btotal\b"
// treadle: says "add_to_total"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *add_to_total(void *arg)
{
	int seen = atomic_load(&total);

	atomic_store(&total, seen + *(int *)arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int three = 3, four = 4;

	pthread_create(&a, NULL, add_to_total, &three);
	pthread_create(&b, NULL, add_to_total, &four);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&total) == 7);
	return 0;
}
