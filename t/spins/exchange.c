/* A lock that is taken by an exchange: a round that fails writes what was there. */
#include "until.h"

static atomic_int lock;
static int count;

static void *work(void *number)
{
	UNTIL(!atomic_exchange(&lock, 1));
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
