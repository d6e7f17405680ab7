/* Predictions are hunted: executions directed at each (rt/engine/hunt.h), until one ends in it or enough have not.
 *
 * One that ends in the deadlock is a finding like any other.  What could not be confirmed is no finding: it is said
 * before the summary, unless a systematic search came to its end without meeting it, which refutes it.
 *
 * It is done after 1000 executions, which is between the opening and the search, or at half time, and at the end of
 * explorations that are no systematic search.  The executions are neither counted with the others nor are their
 * classes, so the figures of a search do not depend on what was predicted.
 */
#ifndef TD_EXPLORE_HUNTING_H
#define TD_EXPLORE_HUNTING_H

#include "explorer.h"

/* Hunt for what has been predicted since the last time.  If executions that count come after it, they are to be as they
 * would be without it. */
void td_hunting_run(struct td_explorer *self, int is_last);

/* The exploration is over: what is left of the predictions goes into the summary. */
void td_hunting_end(struct td_explorer *self);

#endif
