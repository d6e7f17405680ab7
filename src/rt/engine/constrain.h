/* What the executions of a job must do (channel.constraints): the seam for commands that ask for an execution.
 *
 * A constraint names occurrences: the n-th event of a thread, or of all, at a place.  At each decision the scheduler
 * leaves out the threads whose next event would break one.  An execution does not count (done.in_vain) when every
 * thread that can run would break one, when an event breaks one that was no decision (of a prefix, of an atomic
 * stretch, the second half of a copy), and when it has come to its end without what must happen.
 *
 * What is left out breaks a constraint whatever comes after it.  So strategies that draw can come to each order that
 * keeps to all constraints, and searches that go through all orders, or all within a bound, go through all of those.
 * Searches by traces and reads-from do not keep to constraints: what one holds back is no dependence that they know of,
 * so the tool must not ask for both.  It can ask of each of their classes instead: check/constraints_in_class.h. */
#ifndef TD_RT_CONSTRAIN_H
#define TD_RT_CONSTRAIN_H

#include "rt/state.h"

extern uint8_t td_constrain_is_on;

void td_constrain_begin(void);                           /* an execution */
void td_constrain_done(const struct td_event *event);    /* an event was recorded */
int td_constraint_allows(const struct td_fiber *fiber);  /* its next event breaks no constraint */
int td_constraint_ignores(const struct td_fiber *fiber); /* ... and it is at no place that one names */

void td_constrain_candidates(void);        /* keeps those that may go on */
int td_constrain_holds_back(void);         /* a thread that could run */
_Noreturn void td_constrain_in_vain(void); /* no thread that can run may go on */

/* At the end of an execution: what must happen has. */
int td_constrain_is_kept(void);

#endif
