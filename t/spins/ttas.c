/* A lock that is looked at before it is taken: a round may fail at either. */
#include "until.h"

static atomic_int lock;
static int count;

static int take(void)
{
	UNTIL(!atomic_load(&lock));
	return !atomic_exchange(&lock, 1);
}

static void *work(void *number)
{
	UNTIL(take());
	count++;
	atomic_store(&lock, 0);
	return number;
}

int main(void)
{
	run_all();
	assert(count == THREADS);
	return 0;
}
