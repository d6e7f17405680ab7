/* Cancellation points: where a thread looks whether it has been cancelled (cancel.h).
 *
 * A thread that may be cancelled at any moment is so at its next access to memory, when it yields, or at once if it asks for that, or cancels
 * itself.  In other places between its steps it could be cancelled as well, and that it is no event: the verdict is `bounded`.
 *
 * Joining, and waiting for messages, are looked at for cancellation, but are no such events: the verdict is `bounded`. */
#ifndef TD_RT_CANCEL_POINT_H
#define TD_RT_CANCEL_POINT_H

#include "rt/core.h"

void td_cancel_point(struct td_fiber *self, uint64_t pc); /* does not return if the thread has been cancelled */
void td_cancel_async(struct td_fiber *self, uint64_t pc); /* it wants to be cancelled at any moment from now on */
void td_cancel_point_unseen(struct td_fiber *self);       /* the same; what a search does about it is not all */
_Noreturn void td_cancel_in_wait(struct td_fiber *self);  /* it is cancelled, and what it waits for is not there */

#endif
