/* An MCS lock: each waits at a word of its own, which the one before it in the queue writes. */
#include "until.h"

struct place {
	_Atomic(struct place *) next;
	atomic_int waits;
};

static struct place places[THREADS];
static _Atomic(struct place *) last;
static int count;

static void take(struct place *mine)
{
	atomic_store(&mine->next, NULL);
	atomic_store(&mine->waits, 1);
	struct place *before = atomic_exchange(&last, mine);
	if (!before)
		return;
	atomic_store(&before->next, mine);
	UNTIL(!atomic_load(&mine->waits));
}

static void give(struct place *mine)
{
	struct place *expected = mine;
	if (!atomic_load(&mine->next)) {
		if (atomic_compare_exchange_strong(&last, &expected, NULL))
			return;
		UNTIL(atomic_load(&mine->next));
	}
	atomic_store(&atomic_load(&mine->next)->waits, 0);
}

static void *work(void *number)
{
	struct place *mine = &places[(long)number];
	take(mine);
	count++;
	give(mine);
	return number;
}

int main(void)
{
	run_all();
	assert(count == THREADS);
	return 0;
}
