/* What will be done for sure, whatever comes first.
 *
 * At a node of the search a thread stands before a step.  If that is an access to memory, nothing can keep the thread from it, or
 * change what it touches: in every execution that goes on from the node it comes sooner or later.  So whoever is asleep at the
 * node and depends on it will be woken. */
#ifndef TD_RT_WAKEUP_H
#define TD_RT_WAKEUP_H

#include "search.h"

void td_wakeup_begin(void);        /* of another execution */

/* Will what this thread is about to touch be touched, in a way it depends on, by somebody who stands at the node of the step
 * `first` of an execution of so many steps, and who is not one of those asleep (a bit for each thread)? */
int td_wakeup_is_guaranteed(uint32_t first, uint32_t length, const struct td_footprint *footprint, uint64_t asleep);

#endif
