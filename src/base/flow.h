/* Dominators of a control-flow graph, and the loops they tell of.
 *
 * Block 0 is the entry.  A block dominates another if every path from the entry to that one leads through it.  An edge
 * that leads back to a block which dominates its source closes a loop, and the block is the loop's head.
 *
 * Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001). */
#ifndef TD_BASE_FLOW_H
#define TD_BASE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { TD_FLOW_NONE = UINT32_MAX };

struct td_flow {
	uint32_t count;        /* blocks, at least one */
	const uint32_t *first; /* of each block, and one more: where its successors begin */
	const uint32_t *successors;
};

/* The immediate dominator of each block: the entry's is itself, that of a block which cannot be reached TD_FLOW_NONE.
 */
void td_flow_dominators(const struct td_flow *flow, uint32_t *dominators);

/* Whether a loop begins at each block. */
void td_flow_loop_heads(const struct td_flow *flow, bool *heads);

#endif
