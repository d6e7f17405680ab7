/* Guaranteed wake-ups: accesses that happen in every execution below a node.
 *
 * At a node a thread stands before a step.  If that step is an access to memory, no other thread can block it or
 * change what it touches, so every execution that goes on from the node contains it.  A step of the sleep set that
 * depends on it will be woken.  If that holds for the whole sleep set, one step of a continuation is enough to store
 * (doc/design/search.md, "One step can be enough"). */
#ifndef TD_RT_WAKEUP_H
#define TD_RT_WAKEUP_H

#include "search.h"

void td_wakeup_begin(void);        /* of another execution */

/* Will what this thread is about to touch be touched, in a way it depends on, by a thread that stands at the node of the step
 * `first` of an execution of so many steps, and who is not one of those asleep (a bit for each thread)? */
int td_wakeup_is_guaranteed(uint32_t first, uint32_t length, const struct td_footprint *footprint, uint64_t asleep);

#endif
