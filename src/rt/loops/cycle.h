/* Cycle detection: do threads that change nothing go round for ever, or only take long?
 *
 * A loop that reads the same place with the same value again and again looks like one that waits, but may be one that
 * walks through a large table.  The difference is in the thread's stack and registers: a thread that waits comes back
 * to the same state.  So when nothing has changed for long, each thread's state is compared with an earlier one of its
 * own, which is replaced after 1, 2, 4, ... looks (Brent's algorithm, 1980: a cycle is found without keeping all
 * states).  What library functions remember for the thread is in memory, so that has to be the same as well; where it
 * is not known what has been written, the thread's own state must do. */
#ifndef TD_RT_CYCLE_H
#define TD_RT_CYCLE_H

#include "rt/state.h"

/* It runs and is about to do its pending operation; nothing has changed since that event. */
void td_cycle_look(struct td_fiber *fiber, uint32_t last_change);
int td_cycles_are_closed(uint32_t last_change); /* all that can run have come back to where they were since then */

#endif
