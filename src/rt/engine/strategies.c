/* The table of strategies: a row each. */
#include "bounded.h"
#include "candidates.h"
#include "hunt.h"
#include "sampling.h"
#include "steer.h"
#include "workers.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

static struct td_fiber *first_by_rank(struct td_fiber *current)
{
	td_candidates_sort(current);
	return td_candidates[0];
}

static uint32_t choose_first(uint32_t n)
{
	(void)n;
	return 0;
}

static struct td_fiber *hunt_pick(struct td_fiber *current)
{
	return td_hunt_pick(td_candidates, td_candidate_count, current);
}

static struct td_fiber *traces_decide(struct td_fiber *drawn, int is_usual)
{
	struct td_fiber *prescribed = td_search_prescribed(is_usual);
	if (prescribed)
		return prescribed;
	if (likely(is_usual))
		return td_search_pick(td_enabled, td_enabled_count, 1);
	if (unlikely(drawn))
		td_candidates_are(drawn);
	else
		td_candidates_find_all();
	return td_search_pick(td_candidates, td_candidate_count, 0);
}

static int traces_next(void)
{
	td_search_learn();
	td_workers_share();
	return td_search_next() || td_workers_wanted();
}

static void traces_nobody_goes_on(void)
{
	td_search_nobody_goes_on();
	td_spin_assume_no_longer();
}

static struct td_fiber *reads_from_decide(struct td_fiber *drawn, int is_usual)
{
	(void)is_usual;
	if (unlikely(drawn) && !td_readsfrom_is_prescribed())
		td_candidates_are(drawn);
	else
		td_candidates_find_all();
	return td_readsfrom_pick(td_candidates, td_candidate_count);
}

static void reads_from_touch(const struct td_fiber *fiber, struct td_touch *touch)
{
	td_readsfrom_touch(fiber, touch);
}

static void reads_from_missed(const struct td_fiber *fiber)
{
	td_cut(TD_CUT_READS_FROM, fiber->pending.pc);
}

static void reads_from_nobody_goes_on(void)
{
	td_cut(TD_CUT_READS_FROM, td_current->pending.pc);
}

const struct td_strategy td_strategies[TD_POLICIES] = {
	[TD_POLICY_RUN_ON] = {.kind = TD_POLICY_RUN_ON, .pick = first_by_rank, .choose = choose_first},
	[TD_POLICY_RANDOM] = {.kind = TD_POLICY_RANDOM, .draws_turns = 1, .pick = td_random_pick},
	[TD_POLICY_PCT] = {
		.kind = TD_POLICY_PCT, .draws_turns = 1, .begin = td_pct_begin, .new_fiber = td_priority_new_fiber,
		.done = td_pct_done, .pick = td_priority_pick,
	},
	[TD_POLICY_POS] = {
		.kind = TD_POLICY_POS, .draws_turns = 1, .new_fiber = td_priority_new_fiber, .new_operation = td_pos_new_operation,
		.done = td_pos_done, .pick = td_priority_pick,
	},
	[TD_POLICY_DELAYS] = {
		.kind = TD_POLICY_DELAYS, .is_depth_first = 1, .begin = td_bounded_begin, .pick = td_bounded_pick,
		.decide = td_bounded_decide, .choose = td_bounded_choose, .next = td_bounded_next, .fraction = td_bounded_fraction,
	},
	[TD_POLICY_PREEMPTIONS] = {
		.kind = TD_POLICY_PREEMPTIONS, .is_depth_first = 1, .begin = td_bounded_begin, .pick = td_bounded_pick,
		.decide = td_bounded_decide, .choose = td_bounded_choose, .next = td_bounded_next, .fraction = td_bounded_fraction,
	},
	[TD_POLICY_ALL] = {
		.kind = TD_POLICY_ALL, .is_depth_first = 1, .begin = td_bounded_begin, .pick = first_by_rank,
		.decide = td_bounded_decide, .choose = td_bounded_choose, .next = td_bounded_next, .fraction = td_bounded_fraction,
	},
	[TD_POLICY_TRACES] = {
		.kind = TD_POLICY_TRACES, .is_by_trace = 1, .begin = td_search_begin, .pick = first_by_rank,
		.decide = traces_decide, .choose = td_search_choice, .end = td_search_end, .next = traces_next,
		.retry = td_search_retry, .fraction = td_search_fraction, .touch = td_search_touch, .order = td_search_order,
		.order_step = td_search_order_step, .in_stretch = td_search_go_on, .missed = td_search_missed,
		.nobody_goes_on = traces_nobody_goes_on, .step = td_search_under_way, .is_before = td_is_before_thread,
	},
	[TD_POLICY_READS_FROM] = {
		.kind = TD_POLICY_READS_FROM, .is_by_reads_from = 1, .begin = td_readsfrom_begin, .pick = first_by_rank,
		.decide = reads_from_decide, .choose = td_readsfrom_choice, .end = td_readsfrom_end, .next = td_readsfrom_next,
		.touch = reads_from_touch, .order = td_readsfrom_order, .missed = reads_from_missed,
		.nobody_goes_on = reads_from_nobody_goes_on,
	},
	[TD_POLICY_HUNT] = {.kind = TD_POLICY_HUNT, .begin = td_hunt_begin, .pick = hunt_pick},
	[TD_POLICY_STEER] = {
		.kind = TD_POLICY_STEER, .ranks_quiet = 1, .begin = td_steer_begin, .done = td_steer_done, .pick = td_steer_pick,
		.choose = td_steer_choose, .end = td_steer_end, .next = td_steer_next,
	},
};
