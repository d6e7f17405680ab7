#include "candidates.h"

#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	PATIENCE = 256,      /* events without a change that threads may go round before those who wait with a limit give up */
	STAGNANT = 50000,    /* events without a change after which it is asked whether an execution is endless */
	LOOK_AROUND = 16     /* one in so many decisions heeds no quiet threads */
};

struct td_fiber TD_STATE **td_candidates;
uint32_t TD_STATE td_candidate_count;

void td_candidates_setup(void)
{
	td_candidates = td_map(TD_MAX_THREADS * sizeof *td_candidates);
}

/* Others could still give it what it waits for. */
static int gives_up_early(const struct td_fiber *fiber)
{
	return fiber->time.would_time_out && !td_channel->job.patient;
}

/* Giving up a wait while others can run is one of the things that a depth-first policy pays for. */
int td_is_quiet(const struct td_fiber *fiber)
{
	return fiber->loop.spinning || (gives_up_early(fiber) && !td_strategy->is_depth_first) ||
	       (fiber->turn.yielded_at && td_event_count <= fiber->turn.yielded_at);
}

/* Where one of them stands, for the user. */
static uint64_t quiet_pc(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (td_is_quiet(td_enabled[i]))
			return td_enabled[i]->pending.pc;
	return 0;
}

int td_quiet_is_in_vain(void)
{
	return td_event_count - td_last_change > PATIENCE;
}

/* Everybody who can run only goes round: let them, but not for ever. */
static void all_quiet(void)
{
	int gives_up = td_quiet_is_in_vain();
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		td_enabled[i]->loop.spinning = 0;
		td_enabled[i]->turn.yielded_at = 0;
		if (gives_up_early(td_enabled[i]) == gives_up)
			td_candidates[td_candidate_count++] = td_enabled[i];
	}
	if (!td_candidate_count)
		for (uint32_t i = 0; i < td_enabled_count; i++)
			td_candidates[td_candidate_count++] = td_enabled[i];
	if (td_channel->ended.end != TD_END_RUNNING)
		td_finish_stuck(td_current);
	if (td_event_count - td_last_change > STAGNANT && td_cycles_are_closed(td_last_change))
		td_finish_endless(0);
}

static int looks_around(void)
{
	return !td_strategy->is_depth_first && td_strategy->kind != TD_POLICY_RUN_ON && !td_strategy->ranks_quiet;
}

/* Threads that have come round with nothing changed, that yield or that could only time out wait for the others; a random
 * policy lets them run now and then all the same, for a loop may give up after some rounds. */
void td_candidates_find(void)
{
	td_candidate_count = 0;
	int everybody = !td_some_quiet || (looks_around() && td_lot_below(LOOK_AROUND) == 0);
	uint32_t quiet = 0;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		quiet += !everybody && td_is_quiet(td_enabled[i]);
		if (everybody || !td_is_quiet(td_enabled[i]))
			td_candidates[td_candidate_count++] = td_enabled[i];
	}
	if (!everybody && !quiet)
		td_some_quiet = 0;
	if (quiet && td_strategy->is_depth_first)
		td_cut(TD_CUT_SPIN, quiet_pc());
	if (!td_candidate_count && td_quiet_is_in_vain() && td_time_passes())
		return td_candidates_find();
	if (!td_candidate_count)
		all_quiet();
	if (td_strategy->ranks_quiet)
		td_candidates_find_every();
}

/* All td_candidates; those that spin, or have given up waiting again and again, only if there is nobody else. */
void td_candidates_find_all(void)
{
	td_candidate_count = 0;
	int sure = 1;
	struct td_fiber *tired = NULL;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (fiber->loop.round.waits)
			continue;
		if (fiber->loop.spinning)
			sure &= fiber->loop.spins_for_sure;
		else if (gives_up_early(fiber) && fiber->time.timeouts >= TD_MOST_TIMEOUTS)
			tired = fiber;
		else
			td_candidates[td_candidate_count++] = fiber;
	}
	if (tired && td_candidate_count)
		td_cut(TD_CUT_TIMEOUTS, tired->pending.pc);
	else if (tired)
		td_candidates[td_candidate_count++] = tired;
	if (!sure || (td_strategy->is_by_reads_from && td_candidate_count < td_enabled_count))
		td_cut(TD_CUT_SPIN, quiet_pc());
	if (!td_candidate_count && td_spin_assume_is_in_vain())
		td_finish_spin_assumed();
	if (!td_candidate_count && sure && td_channel->ended.end == TD_END_RUNNING) {
		if (td_time_passes() || td_lock_polling_once_more())
			return td_candidates_find_all();
		td_finish_endless(0);
	}
	if (!td_candidate_count)
		all_quiet();
}

void td_candidates_find_every(void)
{
	td_candidate_count = 0;
	for (uint32_t i = 0; i < td_enabled_count; i++)
		td_candidates[td_candidate_count++] = td_enabled[i];
}

int td_candidates_go_round(void)
{
	for (uint32_t i = 0; i < td_candidate_count; i++)
		if (!td_candidates[i]->loop.spinning)
			return 0;
	return td_quiet_is_in_vain();
}

void td_candidates_keep(int (*is_kept)(const struct td_fiber *fiber))
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < td_candidate_count; i++)
		if (is_kept(td_candidates[i]))
			td_candidates[left++] = td_candidates[i];
	td_candidate_count = left;
}

void td_candidates_are(struct td_fiber *fiber)
{
	td_candidates[0] = fiber;
	td_candidate_count = 1;
}

static uint32_t rank(const struct td_fiber *fiber, const struct td_fiber *current)
{
	uint32_t late = fiber->turn.goes_last ? 4u * TD_MAX_THREADS * fiber->turn.goes_last : 0;
	if (fiber->time.would_time_out)
		return late + 2u * TD_MAX_THREADS + fiber->id;
	return late + (fiber == current ? 0u : 1u + fiber->id);
}

void td_candidates_sort(const struct td_fiber *current)
{
	for (uint32_t i = 1; i < td_candidate_count; i++) {
		struct td_fiber *fiber = td_candidates[i];
		uint32_t k = i;
		while (k > 0 && rank(td_candidates[k - 1], current) > rank(fiber, current)) {
			td_candidates[k] = td_candidates[k - 1];
			k--;
		}
		td_candidates[k] = fiber;
	}
}
