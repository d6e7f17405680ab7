/* A small random program for the race detector: accesses of every size, atomics of every order, fences, locks, semaphores.
 *
 *	random_races SEED
 *
 * Each of its threads has a few operations, drawn from the seed.  An operation of a thread has a line of its own in the source, so
 * that a pair of lines is a pair of operations.  What an operation is, is drawn while it is done, from the seed, the thread and the
 * place: there is nothing to be shared but what the operations share.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3 /* with main */, OPERATIONS = 6, KINDS = 18 };

static union {
	uint8_t byte[16];
	uint16_t half[8];
	uint32_t word[4];
	uint64_t whole[2];
} cells; /* the second eight bytes are only read */
static _Atomic uint32_t flags[2];
static pthread_mutex_t mutexes[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t seed;

static const int load_orders[] = { memory_order_relaxed, memory_order_acquire, memory_order_seq_cst };
static const int store_orders[] = { memory_order_relaxed, memory_order_release, memory_order_seq_cst };
static const int update_orders[] = { memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel };
static const int fence_orders[] = { memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };

static uint32_t draw(uint32_t thread, uint32_t at, uint32_t what, uint32_t below)
{
	uint64_t x = seed * 0x9e3779b97f4a7c15ull + thread * 0xbf58476d1ce4e5b9ull + at * 0x94d049bb133111ebull + what * 0xd6e8feb86659fd93ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return (uint32_t)((x ^ x >> 31) >> 16) % below;
}

#define DRAW(what, below) draw(me, at, what, below)

/* One program in three has everything, one only what is done with atomics, one only what is done with locks and the like. */
static uint32_t kind_of(uint32_t me, uint32_t at)
{
	static const uint8_t with_atomics[] = { 0, 5, 6, 7, 8, 12, 12, 13, 14, 14, 15, 16, 17 }, with_locks[] = { 0, 1, 2, 3, 9, 10, 11 };

	switch (seed % 3) {
	case 0: return DRAW(1, KINDS);
	case 1: return with_atomics[DRAW(1, sizeof with_atomics)];
	default: return with_locks[DRAW(1, sizeof with_locks)];
	}
}
/* Mostly the first word, so that threads meet there; otherwise any bytes of the first eight. */
#define PLAIN_READ(kind, count) ((void)*(volatile __typeof__(cells.kind[0]) *)&cells.kind[DRAW(3, count)])
#define PLAIN_WRITE(kind, count) (*(volatile __typeof__(cells.kind[0]) *)&cells.kind[DRAW(3, count)] = 1)
#define SIZED(what) \
	(DRAW(2, 3) ? what(word, 1) : DRAW(4, 4) == 0 ? what(byte, 8) : DRAW(4, 4) == 1 ? what(half, 4) : DRAW(4, 4) == 2 ? what(word, 2) : what(whole, 1))
#define FLAG (&flags[!DRAW(5, 4)])

static void first_time(void)
{
	cells.word[0] = 1;
}

/* All on one line of whoever uses it.  Half of them are what a program would do: write and publish, look and then read. */
#define OPERATION \
	switch (kind_of(me, at)) { \
	case 0: SIZED(PLAIN_READ); break; \
	case 1: case 2: SIZED(PLAIN_WRITE); break; \
	case 3: memcpy(&cells.byte[DRAW(3, 4)], &cells.byte[8 + DRAW(3, 4)], 3); break; \
	case 4: atomic_load_explicit(FLAG, load_orders[DRAW(6, 3)]); break; \
	case 5: atomic_store_explicit(FLAG, 1, store_orders[DRAW(6, 3)]); break; \
	case 6: atomic_fetch_add_explicit(FLAG, 1, update_orders[DRAW(6, 4)]); break; \
	case 7: expected = DRAW(7, 2), atomic_compare_exchange_strong_explicit(FLAG, &expected, 2, update_orders[DRAW(6, 4)], load_orders[DRAW(8, 3)]); break; \
	case 8: atomic_thread_fence(fence_orders[DRAW(6, 4)]); break; \
	case 9: SIZED(PLAIN_WRITE); sem_post(&semaphore); break; \
	case 10: if (sem_trywait(&semaphore) == 0) SIZED(PLAIN_READ); break; \
	case 11: pthread_once(&once, first_time); SIZED(PLAIN_READ); break; \
	case 12: SIZED(PLAIN_WRITE); atomic_store_explicit(FLAG, 1, store_orders[DRAW(6, 3)]); break; \
	case 13: SIZED(PLAIN_WRITE); atomic_thread_fence(fence_orders[DRAW(6, 4)]); atomic_store_explicit(FLAG, 1, memory_order_relaxed); break; \
	case 14: if (atomic_load_explicit(FLAG, load_orders[DRAW(6, 3)])) SIZED(PLAIN_READ); break; \
	case 15: if (atomic_load_explicit(FLAG, memory_order_relaxed)) { atomic_thread_fence(fence_orders[DRAW(6, 4)]); SIZED(PLAIN_WRITE); } break; \
	case 16: expected = 1; if (atomic_compare_exchange_strong_explicit(FLAG, &expected, 2, update_orders[DRAW(6, 4)], load_orders[DRAW(8, 3)]) || expected) SIZED(PLAIN_READ); break; \
	default: SIZED(PLAIN_WRITE); atomic_fetch_add_explicit(FLAG, 1, update_orders[DRAW(6, 4)]); break; \
	}

static void do_operation(uint32_t me, uint32_t at)
{
	uint32_t expected;

	switch (me * OPERATIONS + at) {
	case 0: OPERATION; break;
	case 1: OPERATION; break;
	case 2: OPERATION; break;
	case 3: OPERATION; break;
	case 4: OPERATION; break;
	case 5: OPERATION; break;
	case 6: OPERATION; break;
	case 7: OPERATION; break;
	case 8: OPERATION; break;
	case 9: OPERATION; break;
	case 10: OPERATION; break;
	case 11: OPERATION; break;
	case 12: OPERATION; break;
	case 13: OPERATION; break;
	case 14: OPERATION; break;
	case 15: OPERATION; break;
	case 16: OPERATION; break;
	case 17: OPERATION; break;
	}
	(void)expected;
}

/* A stretch of the thread's operations is done with a lock held; which one, if any, is drawn. */
static void lock(uint32_t which)
{
	switch (which) {
	case 0: case 1: pthread_mutex_lock(&mutexes[0]); break;
	case 2: pthread_mutex_lock(&mutexes[1]); break;
	case 3: pthread_rwlock_rdlock(&rwlock); break;
	case 4: pthread_rwlock_wrlock(&rwlock); break;
	}
}

static void unlock(uint32_t which)
{
	if (which < 3)
		pthread_mutex_unlock(&mutexes[which == 2]);
	else if (which < 5)
		pthread_rwlock_unlock(&rwlock);
}

static void *run(void *number)
{
	uint32_t me = (uint32_t)(uintptr_t)number, at = 0;
	uint32_t count = 2 + DRAW(10, OPERATIONS - 2), from = DRAW(11, 2), to = from + DRAW(12, 4), which = seed % 3 == 1 ? 6 : DRAW(13, 7);

	for (; at < count; at++) {
		if (at == from)
			lock(which);
		do_operation(me, at);
		if (at >= from && (at == to || (at + 1 == count && at < to)))
			unlock(which);
	}
	return NULL;
}

/* Main works too: before it creates the others, between, and after it has joined one of them. */
int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	uint32_t me = 0, at = 0, count;

	seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	count = 1 + draw(0, 0, 10, THREADS - 1);
	sem_init(&semaphore, 0, 0);
	if (DRAW(11, 2))
		do_operation(0, 0);
	for (uint32_t i = 1; i <= count; i++)
		pthread_create(&threads[i], NULL, run, (void *)(uintptr_t)i);
	for (at = 1; at < 2 + DRAW(11, 2); at++)
		do_operation(0, at);
	pthread_join(threads[1], NULL);
	do_operation(0, 4);
	if (count > 1)
		pthread_join(threads[2], NULL);
	do_operation(0, 5);
	return 0;
}
