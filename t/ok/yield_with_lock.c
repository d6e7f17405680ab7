// A spin lock that is held around sched_yield, as if to be in the way: who wants it sees it taken whenever it looks, unless it looks just when
// the other has let go for one instruction.  Nothing is wrong with that but the pace: real threads on two processors can need a minute,
// so they are kept on one.
// treadle: options --executions 3
// treadle: strategies random run-on
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

enum { THREADS = 3, TIMES = 1000 };

static struct {
	int locked, writers, readers;
} shared;
static int counter;

static void lock(void)
{
	while (__sync_val_compare_and_swap(&shared.locked, 0, 1) == 1)
		;
}

static void unlock(void)
{
	__sync_fetch_and_sub(&shared.locked, 1);
}

static void enter(const int *others, int *us)
{
	lock();
	while (*others || (us == &shared.writers && *us)) {
		sched_yield();
		unlock();
		lock();
	}
	++*us;
	unlock();
}

static void leave(int *us)
{
	lock();
	--*us;
	unlock();
}

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < TIMES; i++) {
		enter(&shared.writers, &shared.readers);
		assert(counter >= 0);
		leave(&shared.readers);
		enter(&shared.readers, &shared.writers);
		counter++;
		leave(&shared.writers);
	}
	return NULL;
}

static void stay_on_one_processor(void)
{
	cpu_set_t here;
	CPU_ZERO(&here);
	CPU_SET(sched_getcpu(), &here);
	sched_setaffinity(0, sizeof here, &here);
}

int main(void)
{
	stay_on_one_processor();
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(counter == THREADS * TIMES);
	return 0;
}
