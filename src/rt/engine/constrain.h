/* What the executions of a job must do (channel.constraints): the seam for commands that ask for an execution.
 *
 * A constraint names occurrences: the n-th event of a thread at a place.  At each decision the scheduler leaves out the
 * threads whose next event would break one.  An execution in which every thread that can run would break one does not
 * count, as if an assumption had failed; nor does one whose prefix breaks one.
 *
 * Random strategies and those with a bound honour constraints.  Searches by traces and reads-from do not: what a
 * constraint holds back is no dependence that they know of, so the tool must not ask for both. */
#ifndef TD_RT_CONSTRAIN_H
#define TD_RT_CONSTRAIN_H

#include "rt/state.h"

extern uint8_t td_constrain_is_on;

void td_constrain_begin(void);                          /* an execution */
void td_constrain_done(const struct td_event *event);   /* an event was recorded */
int td_constraint_allows(const struct td_fiber *fiber); /* its next event breaks no constraint */
_Noreturn void td_constrain_in_vain(void);              /* no thread that can run may go on */

#endif
