/* Cancellation.
 *
 * A thread looks whether it has been cancelled when it comes to a cancellation point, and while it waits there.  Both are of
 * interest only for a thread that somebody cancels, which is learned (the shadow of its handle, as for its end): then coming to the
 * point is an event that reads the handle, and so does the wait, which is possible if what it waits for is there or if the thread
 * is cancelled.  If both are so, it has what it waited for, and is cancelled at the next point.  A waiter that a signal has woken
 * is not cancelled before it has the mutex, or the signal would be lost; so the signal reads the handle too.
 *
 * Who may be cancelled at any moment is so at its next access to memory, when it yields, or at once if it asks for that, or cancels
 * itself.  In other places between its steps it could be cancelled as well, and that it is no event: the verdict is `bounded`.
 *
 * Joining, and waiting for messages, are looked at for cancellation, but are no such events: the verdict is `bounded`. */
#ifndef TD_RT_CANCEL_H
#define TD_RT_CANCEL_H

#include "flow.h"
#include "thread.h"

void td_cancel_point(struct td_fiber *self, uint64_t pc); /* does not return if the thread has been cancelled */
static inline void td_cancel_any_moment(struct td_fiber *self) /* is it cancelled, and does not wait for a point? */
{
	if (unlikely(self->cancel_async))
		td_thread_test_cancel(self);
}

void td_cancel_async(struct td_fiber *self, uint64_t pc); /* it wants to be cancelled at any moment from now on */
void td_cancel_point_unseen(struct td_fiber *self);       /* the same; what a search does about it is not all */
int td_cancel_is_due(const struct td_fiber *fiber);       /* its wait need not go on */
_Noreturn void td_cancel_in_wait(struct td_fiber *self);  /* it is, and what it waits for is not there */

/* For a search: what else the fibre's pending operation uses, as it may be cancelled in it; 0: it may not. */
int td_cancel_use(const struct td_fiber *fiber, struct td_use *use);

#endif
