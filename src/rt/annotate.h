/* Stretches of a thread's work in which no other thread runs. */
#ifndef TD_RT_ANNOTATE_H
#define TD_RT_ANNOTATE_H

#include "fiber.h"

void td_atomic_begin(uint64_t pc);
void td_atomic_end(void);

/* The thread is inside such a stretch and has changed something there, which nobody may see before the stretch is over. */
int td_atomic_is_half_done(const struct td_fiber *fiber);

/* A thread that has to wait in a stretch lets the others see half of it, which a search by trace does not follow in every order.  It may
 * have to wait for a lock that somebody holds from one step to another. */
void td_atomic_wait(const struct td_fiber *fiber, struct td_object *object); /* it is about to take this, or to wait for it, in one */
void td_atomic_held(const struct td_fiber *fiber, struct td_object *lock);   /* it holds this, and if not in one, goes on holding it */

/* An execution in which this happens does not count. */
_Noreturn void td_assumption_fails(uint64_t pc);

/* Finds the functions of the program whose whole body is such a stretch: those called __VERIFIER_atomic_SOMETHING. */
void td_atomic_bodies_find(void);

/* Whether a call that returns to there is made by a function called assume_abort_if_not. */
int td_is_assumption(uint64_t pc);

#endif
