/* How far each place of the code is from places that are to be reached, at least: the e-FCA heuristic.
 *
 * The graph is that of the site table: a thread goes from site to site of a block and from block to block, a call leads
 * into the functions it may call, and a return back to the caller.  Each step costs 1.  A call of a function that is
 * not in the table is one step; a call through a pointer may go to every function of the same signature whose address
 * is taken; a function that is handed over in a call may be called there or become a thread.  So the estimate is never
 * above what an execution needs that keeps to the graph, and it knows nothing of values.
 *
 * A return leads to the caller that the thread has: its stack, from the innermost call outwards.  So each site has two
 * numbers, how far a target is without leaving the function, and how far the function's end is.  Where the stack is not
 * known, any call of the function may be the one that it returns to.
 *
 * Rungta, Mercer: An Improved Distance Heuristic Function for Directed Software Model Checking (2006). */
#ifndef TD_GUIDE_DISTANCE_H
#define TD_GUIDE_DISTANCE_H

#include "trace/site_table.h"

enum { TD_NO_DISTANCE = UINT32_MAX }; /* it cannot be reached */

struct td_distances {
	const struct td_site_table *table;
	uint32_t *to_target; /* of each site, and then of the end of each block */
	uint32_t *to_end;
	uint32_t *from_end; /* of each function: how far a target is from its end, whichever call it returns to */
};

/* TARGETS are sites of the table, which must outlive the distances. */
struct td_distances td_distances_to(const struct td_site_table *table, const uint32_t *targets, size_t count);
void td_distances_clear(struct td_distances *self);

/* How far a thread is that is about to do STACK[0], in a call that STACK[1] has made, and so on. */
uint32_t td_distance_of(const struct td_distances *self, const uint32_t *stack, size_t depth);

/* The same for any stack: never more than with one. */
uint32_t td_distance_at_least(const struct td_distances *self, uint32_t site);

#endif
