// The __sync and __atomic builtins on plain variables of every size.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static char letters;
static short words;
static int ints;
static long longs;
static bool claimed;
static int winners;

static void *work(void *arg)
{
	__sync_fetch_and_add(&letters, 1);
	__sync_add_and_fetch(&words, 2);
	__atomic_fetch_add(&ints, 3, __ATOMIC_RELAXED);
	long seen = __atomic_load_n(&longs, __ATOMIC_ACQUIRE);
	while (!__atomic_compare_exchange_n(&longs, &seen, seen + 4, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		;
	if (!__atomic_exchange_n(&claimed, true, __ATOMIC_SEQ_CST))
		__atomic_add_fetch(&winners, 1, __ATOMIC_SEQ_CST);
	__sync_synchronize();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(letters == 2 && words == 4 && ints == 6 && longs == 8 && winners == 1);
	return 0;
}
