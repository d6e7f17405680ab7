#include "sampling.h"

#include "candidates.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MAX_CHANGE_POINTS = 8 };

static uint64_t TD_STATE change_points[MAX_CHANGE_POINTS];

struct td_fiber *td_random_pick(struct td_fiber *current)
{
	(void)current;
	return td_candidates[td_candidate_count > 1 ? td_lot_below(td_candidate_count) : 0];
}

void td_pct_begin(void)
{
	uint32_t param = td_channel->job.policies[td_channel->ended.policy].param;
	uint64_t longest = td_channel->done.longest < td_event_limit ? td_channel->done.longest : td_event_limit;
	uint32_t length = longest ? (uint32_t)longest : 1;
	for (uint32_t i = 0; i < MAX_CHANGE_POINTS; i++)
		change_points[i] = i + 1 < param ? 1 + td_lot_below(length) : UINT64_MAX;
}

void td_pct_done(const struct td_event *event)
{
	for (uint32_t i = 0; i < MAX_CHANGE_POINTS; i++)
		if (change_points[i] == td_event_count)
			td_fiber(event->thread)->turn.priority = i;
}

void td_pos_new_operation(struct td_fiber *fiber)
{
	fiber->turn.priority = td_lot();
}

/* POS: operations that race with the one that has just happened get a new chance. */
void td_pos_done(const struct td_event *event)
{
	const struct td_fiber *by = td_fiber(event->thread);
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (fiber != by && fiber->pending.object == event->object && (fiber->pending.writes || by->pending.writes))
			fiber->turn.priority = td_lot();
	}
}

void td_priority_new_fiber(struct td_fiber *fiber)
{
	fiber->turn.priority = td_lot() | 1ull << 63;
}

struct td_fiber *td_priority_pick(struct td_fiber *current)
{
	struct td_fiber *best = td_candidates[0];
	(void)current;
	for (uint32_t i = 1; i < td_candidate_count; i++)
		if (td_candidates[i]->turn.priority > best->turn.priority)
			best = td_candidates[i];
	return best;
}
