/* Invisible transitions: threads whose pending operation no other thread can notice.
 *
 * A systematic search runs these first, so that at a decision every thread stands before a visible operation.  A thread
 * that could join one that has ended may wait a little longer, until no other thread has anything to decide: so main,
 * which mostly joins all the others in turn, is not switched to at the end of each.
 *
 * Whether a thread's operation is invisible changes when the thread runs and when it becomes able to run; the list is
 * updated only then. */
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
