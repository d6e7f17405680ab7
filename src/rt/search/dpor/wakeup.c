#include "wakeup.h"

#include "dependence.h"
#include "reversal.h"
#include "search.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MOST_AHEAD = 1024 };      /* steps; who has none among them is not looked for further on */

/* Often several races in a row have the same first step. */
static uint32_t TD_STATE node_of;
static uint32_t TD_STATE sure[TD_SEARCH_THREADS], guaranteed_count;

void td_wakeup_begin(void)
{
	node_of = TD_NO_STEP;
}

/* Is the step what its thread stood before at the node?  Not if, by the order of the program or because threads were started or
 * have ended, something comes before it that was done since: `numbers` has the first step since then of each thread seen. */
static int was_next(uint32_t index, const uint32_t *numbers, uint64_t seen)
{
	const uint32_t *before = td_clock_before(index);
	for (; seen; seen &= seen - 1) {
		uint32_t thread = (uint32_t)__builtin_ctzll(seen);
		if (thread < td_search_step(index)->threads && before[thread] >= numbers[thread])
			return 0;
	}
	return 1;
}

static void find_guaranteed(uint32_t first, uint32_t length)
{
	uint32_t numbers[TD_SEARCH_THREADS], end = length - first > MOST_AHEAD ? first + MOST_AHEAD : length;
	uint64_t seen = 0;
	node_of = first;
	guaranteed_count = 0;
	for (uint32_t i = first; i < end; i++) {
		const struct td_step *step = td_search_step(i);
		if (seen >> step->thread & 1)
			continue;
		if (step->is_guaranteed && was_next(i, numbers, seen))
			sure[guaranteed_count++] = i;
		seen |= 1ull << step->thread;
		numbers[step->thread] = step->number;
	}
}

int td_wakeup_is_guaranteed(uint32_t first, uint32_t length, const struct td_footprint *footprint, uint64_t asleep)
{
	if (node_of != first)
		find_guaranteed(first, length);
	for (uint32_t i = 0; i < guaranteed_count; i++) {
		const struct td_step *step = td_search_step(sure[i]);
		if (!(asleep >> step->thread & 1) && td_footprints_depend(footprint, &step->footprint))
			return 1;
	}
	return 0;
}
