#include "cycle.h"

#include "livelock.h"
#include "watch.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"

enum { SELDOM = 16 }; /* looking at a stack costs more than an event; a cycle is seen all the same, if later */

static void begin_lap(struct td_lap *lap, uint64_t state)
{
	lap->state = state;
	lap->memory = 0;
	lap->looks = 0;
	lap->length *= 2;
}

static void came_back(struct td_lap *lap)
{
	uint64_t memory = td_livelock_memory();
	lap->is_round = !memory || memory == lap->memory;
	lap->memory = memory;
	lap->looks = 0;
}

static void look(struct td_fiber *fiber)
{
	struct td_lap *lap = &fiber->loop.lap;
	uint64_t state = td_local_state(fiber);
	lap->looks++;
	if (state && state == lap->state)
		came_back(lap);
	else if (lap->looks >= lap->length)
		begin_lap(lap, state);
}

void td_cycle_look(struct td_fiber *fiber, uint32_t last_change)
{
	struct td_lap *lap = &fiber->loop.lap;
	if (lap->since != last_change || !lap->length) {
		*lap = (struct td_lap){.since = last_change, .length = 1};
		td_watch_closely(fiber);
	}
	if (lap->calls++ % SELDOM == 0 && !lap->is_round)
		look(fiber);
}

int td_cycles_are_closed(uint32_t last_change)
{
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		const struct td_fiber *fiber = td_enabled[i];
		if (!fiber->time.would_time_out && !fiber->loop.round.waits &&
		    !(fiber->loop.lap.since == last_change && fiber->loop.lap.is_round))
			return 0;
	}
	return 1;
}
