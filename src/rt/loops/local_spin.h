/* A loop in memory that only its thread is known to touch: `while (!answer) ;` before anybody else has been seen to come near it.
 *
 * Its looks are no events.  A systematic search lets such a thread run for very long, because to give way is a decision, which is to be
 * made nowhere but before events.  So it is looked at now and then, after ever more operations: if it comes to the same access again
 * just as it was (stack and registers), having written nothing but its stack, it goes round, and will not do anything else. */
#ifndef TD_RT_LOCAL_SPIN_H
#define TD_RT_LOCAL_SPIN_H

#include "rt/state.h"

/* The fibre may go on, until it is to be looked at. */
void td_local_spin_grant(struct td_fiber *fiber);

/* The fibre is about to touch memory of its own at `pc` (0: who knows), and is to be looked at.  Nonzero: it has to give way. */
int td_local_spin_is_over(struct td_fiber *fiber, uint64_t pc);

#endif
