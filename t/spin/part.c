/* A thread waits for half of a word that another one writes as a whole, and then for a word of which it writes half. */
#include <pthread.h>
#include <stdint.h>

union word {
	uint64_t whole;
	uint32_t half[2];
};

static union word first, second;

static void *wait_for_both(void *arg)
{
	while (!__atomic_load_n(&first.half[1], __ATOMIC_ACQUIRE))
		;
	while (!__atomic_load_n(&second.whole, __ATOMIC_ACQUIRE))
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_both, NULL);
	__atomic_store_n(&first.whole, 1ull << 32, __ATOMIC_RELEASE);
	__atomic_store_n(&second.half[1], 1, __ATOMIC_RELEASE);
	pthread_join(t, NULL);
	return 0;
}
