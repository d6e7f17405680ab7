// A maximum kept with __atomic builtins, without going round when the compare-and-swap fails.
// treadle: expect assert
// treadle: says "\bmaximum\b"
#include <assert.h>
#include <pthread.h>

static long maximum;

static void *offer(void *arg)
{
	long mine = *(long *)arg, seen = __atomic_load_n(&maximum, __ATOMIC_ACQUIRE);

	if (seen < mine)
		__atomic_compare_exchange_n(&maximum, &seen, mine, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	long three = 3, five = 5;

	pthread_create(&a, NULL, offer, &three);
	pthread_create(&b, NULL, offer, &five);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(maximum == 5);
	return 0;
}
