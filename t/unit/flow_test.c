/* Dominators and loop heads of random graphs, against their definitions. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/flow.h"

enum { MOST = 9, GRAPHS = 20000 };

static uint64_t state = 1;

static uint32_t draw(uint32_t below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(state >> 33) % below;
}

/* What can be reached from the entry without the block `without`. */
static void reach(const struct td_flow *flow, uint32_t at, uint32_t without, bool *reached)
{
	if (at == without || reached[at])
		return;
	reached[at] = true;
	for (uint32_t i = flow->first[at]; i < flow->first[at + 1]; i++)
		reach(flow, flow->successors[i], without, reached);
}

static bool climbs_to(const uint32_t *dominators, uint32_t block, uint32_t above)
{
	while (block != above && dominators[block] != block)
		block = dominators[block];
	return block == above;
}

static bool is_right(const struct td_flow *flow)
{
	bool dominated[MOST][MOST], reached[MOST] = {0}, heads[MOST], wanted[MOST] = {0};
	uint32_t dominators[MOST];
	bool good = true;

	reach(flow, 0, TD_FLOW_NONE, reached);
	for (uint32_t by = 0; by < flow->count; by++) {
		bool still[MOST] = {0};

		reach(flow, 0, by, still);
		for (uint32_t block = 0; block < flow->count; block++)
			dominated[block][by] = reached[block] && !still[block];
	}
	td_flow_dominators(flow, dominators);
	td_flow_loop_heads(flow, heads);
	for (uint32_t block = 0; block < flow->count; block++) {
		good &= reached[block] == (dominators[block] != TD_FLOW_NONE);
		for (uint32_t by = 0; by < flow->count && reached[block]; by++)
			good &= climbs_to(dominators, block, by) == dominated[block][by];
		for (uint32_t i = flow->first[block]; i < flow->first[block + 1]; i++)
			wanted[flow->successors[i]] |= dominated[block][flow->successors[i]];
	}
	return good && !memcmp(heads, wanted, flow->count);
}

int main(void)
{
	uint32_t first[MOST + 1], successors[3 * MOST], wrong = 0;

	for (int graph = 0; graph < GRAPHS; graph++) {
		uint32_t count = 1 + draw(MOST), edges = 0;

		for (uint32_t i = 0; i < count; i++) {
			first[i] = edges;
			for (uint32_t left = draw(4); left; left--)
				successors[edges++] = draw(count);
		}
		first[count] = edges;
		wrong += !is_right(&(struct td_flow){count, first, successors});
	}
	printf("%sok 1 - dominators and loop heads of %d random graphs (%u wrong)\n1..1\n", wrong ? "not " : "", GRAPHS,
	       wrong);
	return wrong > 0;
}
