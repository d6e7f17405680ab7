/* Threads whose next operation nobody can notice.
 *
 * A systematic search lets these go on first, so that at a decision everybody stands before something that matters.  But whoever has waited
 * for a thread to end may wait a little longer, for others who have something to decide: main, which mostly waits for all the others in turn,
 * need not be switched to at the end of each.  Whether a thread's
 * operation is silent changes when the thread runs and when it becomes able to run: only those are looked at again. */
#ifndef TD_RT_INVISIBLE_H
#define TD_RT_INVISIBLE_H

#include "rt/state.h"

int td_is_invisible(const struct td_fiber *fiber);           /* no other thread can notice its pending operation */
void td_invisible_begin(void);                                  /* of an execution */
void td_invisible_enabled(struct td_fiber *fiber);              /* it can run, and could not */
/* Current: who has run last, or NULL.  Returns NULL if there is none; with joins_wait, none but those who join. */
struct td_fiber *td_invisible_one(struct td_fiber *current, int joins_wait);
int td_invisible_waits(const struct td_fiber *fiber);           /* it could join, and has not yet */

#endif
