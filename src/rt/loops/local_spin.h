/* Local spinning: a loop over memory that only its thread is known to touch, `while (!answer) ;` before another thread
 * comes near it.
 *
 * Its looks are no events.  A systematic search lets such a thread run for very long, because it makes decisions only
 * before events.  So the thread's state is compared now and then, after ever more operations.  If it comes to the same
 * access again in the same state (stack and registers), having written nothing but its stack, it goes round and will
 * not do anything else. */
#ifndef TD_RT_LOCAL_SPIN_H
#define TD_RT_LOCAL_SPIN_H

#include "rt/state.h"

/* The fibre may go on, until it is to be looked at. */
void td_local_spin_grant(struct td_fiber *fiber);

/* The fibre is about to touch memory of its own at `pc` (0: who knows), and is to be looked at.  Nonzero: it has to give way. */
int td_local_spin_is_over(struct td_fiber *fiber, uint64_t pc);

#endif
