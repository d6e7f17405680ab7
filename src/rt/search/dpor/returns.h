/* How often the search will come back to a node: an estimate that says where a mark pays (state/mark.h).
 *
 * The number is not known when an execution comes to a node for the first time.  But the search has been at similar
 * nodes: behind the same step of the same thread, with the same thread to go on.  The estimate is the mean there.  A
 * wrong one costs time and nothing else. */
#ifndef TD_RT_RETURNS_H
#define TD_RT_RETURNS_H

#include "search.h"

/* To a new node behind that step, where this thread goes on; in parts of TD_MARK_ONCE. */
uint32_t td_returns_expected(const struct td_step *before, uint16_t next);

/* The search is done with the node behind that step. */
void td_returns_note(const struct td_step *before, const struct td_node *node);

#endif
