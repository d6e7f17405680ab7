/* Missed wake-ups: writes that might have ended a wait and came too late.
 *
 * A thread that spins goes on when another one writes what it has read (spin.h, lock_polling.h).  The search puts it
 * after that write, which enabled it.  A second write, by a third thread, may come when the thread has gone on
 * already, with nothing to order the two.  It could as well have come first and ended the wait, and what that leads to
 * is not tried.
 *
 * So what the thread waited for is remembered until it reads it again, which does order them.  If such a write comes
 * before that, the verdict is `bounded`.  A loop that spins needs this only where there was no room to remember what
 * it has read. */
#ifndef TD_RT_MISSED_WAKEUP_H
#define TD_RT_MISSED_WAKEUP_H

#include "rt/state.h"

extern uint8_t td_missed_wakeup_is_used;         /* in this process: what threads do has to be looked at */

/* The fibre's step under way is its first one after a wait for this, which the step `waker` has ended.  size 0: a lock; both 0: for
 * anything.  A thread that holds `lock` comes before or after it in any case. */
void td_missed_wakeup_add(struct td_fiber *fiber, uint64_t address, uint32_t size, uint64_t lock, uint32_t waker);

/* The fibre has done its pending operation. */
void td_missed_wakeup_did(struct td_fiber *fiber);

#endif
