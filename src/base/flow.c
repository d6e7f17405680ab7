#include "flow.h"

#include <stdlib.h>

#include "base.h"

struct order {
	uint32_t *blocks;  /* those that can be reached, in postorder */
	uint32_t *numbers; /* of each block: its place in there, TD_FLOW_NONE if it cannot be reached */
	uint32_t count;
};

/* Depth first, without recursion: generated code has functions with very many blocks. */
static struct order postorder(const struct td_flow *flow)
{
	struct order order = {td_alloc(flow->count * sizeof(uint32_t)), td_alloc(flow->count * sizeof(uint32_t)), 0};
	uint32_t *stack = td_alloc(flow->count * sizeof *stack), *next = td_alloc(flow->count * sizeof *next);
	bool *seen = td_alloc(flow->count * sizeof *seen);
	uint32_t depth = 1;

	for (uint32_t i = 0; i < flow->count; i++) {
		order.numbers[i] = TD_FLOW_NONE;
		next[i] = flow->first[i];
	}
	seen[0] = true;
	while (depth) {
		uint32_t at = stack[depth - 1];

		if (next[at] == flow->first[at + 1]) {
			order.numbers[at] = order.count;
			order.blocks[order.count++] = at;
			depth--;
		} else if (!seen[flow->successors[next[at]++]]) {
			stack[depth] = flow->successors[next[at] - 1];
			seen[stack[depth++]] = true;
		}
	}
	free(stack);
	free(next);
	free(seen);
	return order;
}

/* The nearest block that dominates both; each is climbed to its dominator until they meet. */
static uint32_t meet(const struct order *order, const uint32_t *dominators, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (order->numbers[a] < order->numbers[b])
			a = dominators[a];
		while (order->numbers[b] < order->numbers[a])
			b = dominators[b];
	}
	return a;
}

/* Takes the edges of one block into account; whether that changed anything. */
static bool settle_successors(const struct td_flow *flow, const struct order *order, uint32_t *dominators,
			      uint32_t from)
{
	bool changed = false;

	for (uint32_t i = flow->first[from]; i < flow->first[from + 1]; i++) {
		uint32_t to = flow->successors[i];
		uint32_t met = dominators[to] == TD_FLOW_NONE ? from : meet(order, dominators, from, dominators[to]);

		changed |= met != dominators[to];
		dominators[to] = met;
	}
	return changed;
}

void td_flow_dominators(const struct td_flow *flow, uint32_t *dominators)
{
	struct order order = postorder(flow);
	bool changed = true;

	for (uint32_t i = 0; i < flow->count; i++)
		dominators[i] = TD_FLOW_NONE;
	dominators[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = order.count; i-- > 0;)
			changed |= settle_successors(flow, &order, dominators, order.blocks[i]);
	}
	free(order.blocks);
	free(order.numbers);
}

static bool dominates(const uint32_t *dominators, uint32_t above, uint32_t block)
{
	while (block != above && block != dominators[block])
		block = dominators[block];
	return block == above;
}

void td_flow_loop_heads(const struct td_flow *flow, bool *heads)
{
	uint32_t *dominators = td_alloc(flow->count * sizeof *dominators);

	td_flow_dominators(flow, dominators);
	for (uint32_t i = 0; i < flow->count; i++)
		heads[i] = false;
	for (uint32_t from = 0; from < flow->count; from++)
		for (uint32_t i = flow->first[from]; dominators[from] != TD_FLOW_NONE && i < flow->first[from + 1]; i++)
			heads[flow->successors[i]] |= dominates(dominators, flow->successors[i], from);
	free(dominators);
}
