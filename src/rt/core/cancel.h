/* Cancellation, as the scheduler and a search see it.
 *
 * A thread looks whether it has been cancelled when it comes to a cancellation point (cancel_point.h), and while it waits there.  Both are of
 * interest only for a thread that is ever cancelled, which is learned (the shadow of its handle, as for its end): then coming to the
 * point is an event that reads the handle, and so does the wait, which is possible if what it waits for is there or if the thread
 * is cancelled.  If both are so, it has what it waited for, and is cancelled at the next point.  A waiter that a signal has woken
 * is not cancelled before it has the mutex, or the signal would be lost; so the signal reads the handle too. */
#ifndef TD_RT_CANCEL_H
#define TD_RT_CANCEL_H

#include "rt/state.h"

int td_cancel_is_due(const struct td_fiber *fiber);       /* its wait need not go on */
int td_is_ever_canceled(const struct td_fiber *fiber);    /* for all that is known */

/* For a search: what else the fibre's pending operation uses, as it may be cancelled in it; 0: it may not. */
int td_cancel_use(const struct td_fiber *fiber, struct td_use *use);

#endif
