/* Loops that wait by looking: `while (!flag) ;`.
 *
 * A thread spins if it reads the same value at the same place again, in the same state (stack and registers), has
 * changed nothing, and no thread has written what it read in that round.  It would go round for ever, so the scheduler
 * does not run it until some thread writes one of these places.
 *
 * What a thread has read since it last changed anything is remembered, with the number of its last look at each.  A
 * round lies between two looks of one instruction at one place; the numbers say which looks belong to it.  So whether
 * a thread spins depends only on writes that its reads depend on, and a search by classes comes to the same as one by
 * orders.  There is room for a few places.  Where some were forgotten in the round, any write counts as one to them.
 *
 * A loop that counts its rounds never comes back to the same state.  It may end by itself, so the search follows it
 * for a while.  If it has not ended then, that is learned, the search begins anew, and from then on a few rounds count
 * as spinning.
 *
 * A thread may come round and find that another one has written what the round read.  Had that write come later, the
 * thread would have spun, so the search treats it as if it had, and as if the write had woken it.
 *
 * The thread's next step was not possible before one of those writes, and any of them enables it.  So that step
 * depends on everything the round read.  Otherwise a later write that could have come sooner and ended the wait would
 * race with nothing, and what it leads to would be left out. */
#ifndef TD_RT_SPIN_H
#define TD_RT_SPIN_H

#include "rt/state.h"

/* What the fibre knows of the place and the object of its pending operation since it last changed anything; NULL: nothing. */
const struct td_read_memory *td_looked_before(struct td_fiber *fiber);

/* The fibre's last look at something that is being written; 0 if there is none. */
uint32_t td_last_look_at(struct td_fiber *fiber, const struct td_pending *write);

/* The fibre may be spinning.  Only from now on is it noticed who writes what it has looked at, in what is not `but`: what came before, in whatever
 * order, is to make no difference. */
void td_spin_suspect(struct td_fiber *fiber, const struct td_read_memory *but);

/* The fibre has done its pending operation, has found this value, and has changed nothing. */
void td_looked(struct td_fiber *fiber, uint64_t value);

/* Another thread has written, and the fibre may be spinning, or have done so before it was woken. */
void td_spin_written(struct td_fiber *fiber, const struct td_pending *write);

/* The fibre does something after it has come round: it depends on what it has read in that round. */
void td_spin_depend(struct td_fiber *fiber, uint64_t what);

/* The fibre has changed something: it begins anew. */
static inline void td_spin_forget(struct td_fiber *fiber)
{
	struct td_fiber_loop *loop = &fiber->loop;
	fiber->counts.stamp++;
	loop->forgotten = loop->hit_count = 0;
	loop->spinning = loop->spin_assumed = loop->spins_for_sure = loop->has_come_round = loop->waker_count = 0;
}

#endif
