/* A ticket lock: each waits for its number. */
#include "until.h"

static atomic_int next_ticket, served;
static int count;

static void *work(void *number)
{
	int mine = atomic_fetch_add(&next_ticket, 1);
	UNTIL(atomic_load(&served) == mine);
	count++;
	atomic_store(&served, mine + 1);
	return number;
}

int main(void)
{
	run_all();
	assert(count == THREADS);
	return 0;
}
