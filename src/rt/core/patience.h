/* When waits with a limit give up.
 *
 * Usually they may do so at any moment, for no thread is promised that others are fast.  With --timeouts last (the job is patient) time
 * stands still for them as long as another thread can go on; when none can, it is as late as the first of them would wait.  A thread
 * that only goes round, and would do so for ever, does not go on.  Timers (timerfd.h) always wait for that moment.
 *
 * So what a thread does that has given up comes after everything that was done before; and a thread that waits at that moment might have come
 * before those it waits for, as at the end of an execution. */
#ifndef TD_RT_PATIENCE_H
#define TD_RT_PATIENCE_H

#include "rt/state.h"

enum { TD_FOR_EVER = 0, TD_AT_ANY_TIME = 1 }; /* limits that are no moments of the virtual clock (clock.h) */

void td_patience_begin(struct td_fiber *fiber, uint64_t limit); /* its wait begins */
int td_would_give_up(const struct td_fiber *fiber);             /* if it were picked while it cannot have what it waits for */
int td_limit_is_past(const struct td_fiber *fiber);

/* No thread can go on.  Returns whether one can now. */
int td_time_passes(void);

void td_patience_end(struct td_fiber *fiber); /* its limit is past */

#endif
