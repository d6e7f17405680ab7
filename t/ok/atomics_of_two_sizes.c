// A lock whose readers have a byte each; a writer waits until the eight bytes, looked at together, are zero.  What a reader has done
// comes before what the writer does because of a store of one byte that a load of eight reads from.  Then the other way round: halves
// of a word that was published as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
	uint8_t reading[8];
	uint64_t all;
} lock;
static unsigned writing;
static int value;

static union {
	uint32_t halves[2];
	uint64_t all;
} word;
static int message;

static void *read_it(void *arg)
{
	__atomic_store_n(&lock.reading[3], 1, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&writing, __ATOMIC_SEQ_CST))
		assert(value == 0);
	__atomic_store_n(&lock.reading[3], 0, __ATOMIC_RELEASE);
	if (__atomic_load_n(&word.halves[1], __ATOMIC_ACQUIRE))
		assert(message == 5);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, read_it, NULL);
	message = 5;
	__atomic_store_n(&word.all, 1ull << 32, __ATOMIC_RELEASE);
	__atomic_store_n(&writing, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&lock.all, __ATOMIC_ACQUIRE))
		;
	value = 1;
	pthread_join(thread, NULL);
	return 0;
}
