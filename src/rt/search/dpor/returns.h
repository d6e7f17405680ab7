/* How often a search comes back to a node.
 *
 * A mark pays where the search comes back often enough (mark.h).  How often that will be is not known when an execution comes to a node
 * for the first time, but the search has been at nodes like it: behind the same step of the same thread, and with the same thread to go on.
 * It will come back about as often as it came back there.  A wrong guess costs time and nothing else. */
#ifndef TD_RT_RETURNS_H
#define TD_RT_RETURNS_H

#include "search.h"

/* To a new node behind that step, where this thread goes on; in parts of TD_MARK_ONCE. */
uint32_t td_returns_expected(const struct td_step *before, uint16_t next);

/* The search is done with the node behind that step. */
void td_returns_note(const struct td_step *before, const struct td_node *node);

#endif
