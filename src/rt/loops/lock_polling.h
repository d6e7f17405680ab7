/* Polling under a lock: `while (1) { lock; if (done) …; unlock; }`.
 *
 * A round begins when a thread arrives at a lock.  The thread polls if it arrives at the same lock again in the same
 * state (stack, registers, locks held), has only locked, unlocked and read in between, and no thread has written what
 * it read.  The next round will be the same.  Other threads notice a round only by finding the lock taken, and a
 * thread that waits for a lock does not learn for whom.  So a program that comes to something after many rounds comes
 * to it after one as well, begun late enough.
 *
 * Therefore a systematic search does not run the thread again until another one writes what it has read, or tries for
 * a lock of the round and so would notice.  Such a step wakes the thread, as with loops that spin (td_looked): it
 * happens before the next round, which could not have begun earlier.  With the lock held, wakers come one after the
 * other, and the round may come after any of them.  A waker without the lock is ordered before the round; if there is
 * another one, which might have done it instead, the verdict is bounded.
 *
 * A thread may come round and find that another one has written what the round read.  Had that write come later, the
 * thread would have waited, so the search treats it as if it had, and as if the write had woken it.
 *
 * A round does not count if it gives back locks that were held when it began: other threads could not have come in
 * between if the thread had waited there.
 *
 * The thread's state is taken when it arrives for the second time without having changed anything, and compared from
 * the third time on: most threads that take a lock do write. */
#ifndef TD_RT_LOCK_POLLING_H
#define TD_RT_LOCK_POLLING_H

#include "rt/state.h"

/* The fibre's pending operation is to take a lock, and to wait for it. */
void td_lock_polling_arrive(struct td_fiber *fiber);

/* The fibre has done its pending operation. */
void td_lock_polling_did(struct td_fiber *fiber);

/* The fibre has written to memory of its own. */
void td_lock_polling_changed(struct td_fiber *fiber);

/* All that can run wait in such loops, or spin.  Code that is not woven may have changed what they look at, so they go round once more; 0 if
 * they have, and nothing in memory has changed since. */
int td_lock_polling_once_more(void);

#endif
