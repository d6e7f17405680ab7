/* Atomic stretches: parts of a thread's work in which no other thread runs (treadle_atomic_begin). */
#ifndef TD_RT_STRETCH_H
#define TD_RT_STRETCH_H

#include "rt/state.h"

void td_atomic_begin(uint64_t pc);
void td_atomic_end(void);

/* The thread is inside such a stretch and has changed something there, which no other thread may see before the stretch is over. */
int td_atomic_is_half_done(const struct td_fiber *fiber);

/* A thread that has to wait in a stretch lets the others see half of it, which a search by trace does not follow in every order.  It may
 * have to wait for a lock that somebody holds from one step to another. */
void td_atomic_wait(const struct td_fiber *fiber, struct td_object *object); /* it is about to take this, or to wait for it, in one */
void td_atomic_held(const struct td_fiber *fiber, struct td_object *lock);   /* it holds this, and if not in one, goes on holding it */

#endif
