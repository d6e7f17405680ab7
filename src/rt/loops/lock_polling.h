/* Polling under a lock: `while (1) { lock; if (done) …; unlock; }`.
 *
 * A round begins when a thread arrives at a lock.  If it arrives at the same lock again just as it was (stack, registers, locks
 * held), and has only locked, unlocked and read in between, and nobody has written what it read, then it will do the same in the next
 * round and come to the same place.  Others notice such a round only by finding the lock taken, and whoever waits for a lock is
 * not told for whom; so a program that comes to something after many rounds comes to it after one as well, begun late enough.
 *
 * That is why a systematic search does not run the thread again until somebody writes what it has read, or tries for a lock of the round and
 * so would notice.  Such a step wakes the thread, as with loops that spin (td_looked): it happens before the next round, which
 * could not have begun earlier.  With the lock held, wakers come one after the other, and the round may come after any of them.  A
 * waker without the lock is ordered before the round; if there is another one, which might have done it instead, the search is
 * bounded.
 *
 * Who comes round just as before, but finds that somebody has written what it had read in the round, would have waited had that been
 * written later: it is to a search as if it had waited, and the write had woken it.
 *
 * A round does not count if locks that were held when it began are given back in it: others could not have come in between if
 * the thread had waited there.
 *
 * The thread's state is taken when it arrives for the second time without having changed anything, and compared from the third
 * time on: most threads that take a lock do write. */
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
