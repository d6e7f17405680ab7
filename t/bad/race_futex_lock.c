// A lock out of an atomic word and the futex system call that is given back with relaxed order.
// treadle: expect race
// treadle: says "\bmeter\b"
// treadle: says "\bread_meter\b"
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int meter;

static void lock(void)
{
	while (atomic_exchange_explicit(&word, 1, memory_order_acquire) != 0)
		syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

static void unlock(void)
{
	atomic_store_explicit(&word, 0, memory_order_relaxed);
	syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *read_meter(void *arg)
{
	lock();
	meter++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, read_meter, NULL);
	pthread_create(&b, NULL, read_meter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return meter == 2 ? 0 : 1;
}
