// A lock out of an atomic word and the futex system call: 0 is free, 1 taken, 2 taken with somebody waiting.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int total;

static void lock(void)
{
	int seen = 0;

	if (atomic_compare_exchange_strong_explicit(&word, &seen, 1, memory_order_acquire, memory_order_relaxed))
		return;
	while (atomic_exchange_explicit(&word, 2, memory_order_acquire) != 0)
		syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void unlock(void)
{
	if (atomic_exchange_explicit(&word, 0, memory_order_release) == 2)
		syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *add(void *arg)
{
	lock();
	total++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	add(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(total == 3);
	return 0;
}
