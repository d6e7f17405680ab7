/* A lock that is taken by a compare-and-swap. */
#include "until.h"

static atomic_int lock;
static int count;

static int take(void)
{
	int nobody = 0;
	return atomic_compare_exchange_strong(&lock, &nobody, 1);
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
