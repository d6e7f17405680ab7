/* Loops that wait by looking: `while (!flag) ;`.
 *
 * A thread that reads the same value at the same place again, just as it was (stack and registers), will go round for ever if it has
 * changed nothing and nobody has written what it has read in that round.  So it spins: it is not run until somebody does.
 *
 * What a thread has looked at since it last changed anything is remembered, with the number of the last look at it.  A round is
 * what lies between two looks of one place at one thing, so it is told by these numbers what belongs to it: what was read before the loop
 * does not, and is of no interest.  Whether a thread spins then depends on nothing but writes that its reads depend on, and a search
 * by classes comes to the same as one by orders.  There is room for a few things only; where some had to be forgotten in the round,
 * any write may have been to one of them.
 *
 * A loop that counts its rounds is never just as it was.  It may end by itself, so it is followed for a while; if it has not ended then,
 * it is learned that it does not, the search begins anew, and from then on a few rounds are taken for spinning.
 *
 * Who comes to such a place just as before, but finds that somebody has written what the round has read, would have spun had
 * that been written later: it is to a search as if it had spun, and the write had woken it.
 *
 * What it does next it could not have done before one of those writes, and any of them will do.  So that step depends on all that the
 * round has read: otherwise a write that comes later, and could as well have come sooner and ended the wait, would be told by
 * nothing, and what it would have led to would be left out. */
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

/* Somebody else has written, and the fibre may be spinning, or have done so before it was woken. */
void td_spin_written(struct td_fiber *fiber, const struct td_pending *write);

/* The fibre does something after it has come round: it depends on what it has read in that round. */
void td_spin_depend(struct td_fiber *fiber, uint64_t what);

/* The fibre has changed something: it begins anew. */
static inline void td_spin_forget(struct td_fiber *fiber)
{
	fiber->stamp++;
	fiber->forgotten = fiber->hit_count = 0;
	fiber->spinning = fiber->spin_assumed = fiber->spins_for_sure = fiber->has_come_round = fiber->waker_count = 0;
}

#endif
