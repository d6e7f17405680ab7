/* Waiting by looking again and again, or, with ASSUMED, by looking once and assuming that it is so: what --reduce spins makes of the first
 * is to be what brute force makes of the second. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <treadle/treadle.h>

#ifdef ASSUMED
#define UNTIL(...) treadle_assume((__VA_ARGS__) != 0)
#else
#define UNTIL(...) while (!(__VA_ARGS__)) {}
#endif

#ifndef THREADS
#define THREADS 2
#endif

#ifndef LOOPS_ALONE
static void *work(void *number);

static void run_all(void)
{
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}
#endif
