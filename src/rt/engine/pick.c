#include "pick.h"

#include "candidates.h"
#include "constrain.h"
#include "follow.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	STAGNANT = 50000,    /* events without a change after which it is asked whether an execution is endless */
	LOOK_AROUND = 16,    /* in a trial of a livelock time passes in one of so many turns */
	SCOUTS = 32,         /* executions that see all */
	SCOUTED = 20000,     /* ... for so many events */
	QUANTUM = 20000,     /* private operations in a row */
	TRIED_QUANTUM = 64,
	FEW_NAPS = 8, MOST_NAPS = 18,
	SELDOM = 16          /* one in so many */
};

void td_pick_setup(void)
{
	td_candidates_setup();
}

static const struct td_strategy *strategy_for(uint64_t number)
{
	const struct td_job *job = &td_channel->job;
	if (job->kind == TD_JOB_FOLLOW || !job->policy_count)
		return &td_strategies[TD_POLICY_RUN_ON];
	td_channel->ended.policy = (uint32_t)(number % job->policy_count);
	return &td_strategies[job->policies[td_channel->ended.policy].kind];
}

void td_pick_reset(void)
{
	uint64_t number = td_execution;
	const struct td_job *job = &td_channel->job;
	int is_given = job->kind == TD_JOB_FOLLOW;
	td_follow_begin();
	td_last_change = 0;
	td_some_quiet = 0;
	td_channel->path_used = 0;
	td_invisible_begin();
	td_constrain_begin();
	td_mode = (struct td_mode){.is_following = is_given || job->kind == TD_JOB_COMPLETE, .is_systematic = !is_given && job->systematic};
	td_mode.is_patient = td_mode.is_systematic || (is_given && td_follow_lets_some_wait());
	td_strategy = strategy_for(number);
	td_mode.is_patient |= td_strategy->ranks_quiet;
	/* Where a search has been before, lots fall as they did. */
	td_lot_begin(job->seed, td_mode.is_systematic || td_strategy->is_depth_first ? 0 : number);
	if (job->kind == TD_JOB_EXPLORE && !td_mode.is_systematic)
		td_mode.sees_all_until = td_strategy->is_depth_first ? UINT32_MAX : number < SCOUTS ? SCOUTED : 0;
	if (td_strategy->begin)
		td_strategy->begin();
}

static uint64_t quantum(void)
{
	/* In a trial others must have their turn anywhere, also where their memory is their own. */
	if (unlikely(td_livelock_is_tried))
		return 1 + td_lot_below(TRIED_QUANTUM);
	return td_self_check() ? 3 : QUANTUM;
}

/* Giving way is a decision, which a systematic search must not make anywhere but before events. */
static void grant(struct td_fiber *fiber)
{
	if (td_mode.is_systematic)
		td_local_spin_grant(fiber);
	else
		fiber->stop_at = fiber->op + quantum();
}

void td_pick_grant(struct td_fiber *fiber)
{
	if (!td_mode.is_following)
		grant(fiber);
}

void td_pick_segment_over(struct td_fiber *fiber)
{
	if (td_mode.is_following)
		fiber->stop_at = 0;
	else
		grant(fiber);
}

uint32_t td_pick_nap(struct td_fiber *fiber)
{
	if (td_mode.is_systematic || td_mode.is_following || !td_strategy->draws_turns)
		return 0;
	fiber->turn.naps += fiber->turn.naps < MOST_NAPS;
	return fiber->turn.naps <= FEW_NAPS ? 0 : 1u << (fiber->turn.naps - FEW_NAPS);
}

void td_pick_retry(void)
{
	if (td_strategy->retry)
		td_strategy->retry();
}

void td_pick_advance(void)
{
	if (td_strategy->next && !td_strategy->next())
		td_channel->done.exhausted = 1;
}

double td_pick_fraction(void)
{
	if (td_channel->done.exhausted)
		return 1;
	return td_strategy->fraction ? td_strategy->fraction() : 0;
}

/* To the job's constraints, that is. */
static int makes_no_difference(const struct td_fiber *fiber)
{
	return likely(!td_constrain_is_on) || td_constraint_ignores(fiber);
}

/* Threads are created, end and are joined once each, so that no thread goes on for ever without a decision. */
int td_pick_goes_on(const struct td_fiber *fiber)
{
	uint8_t kind = fiber->pending.kind;
	return td_mode.is_systematic && (kind == TD_CREATE || kind == TD_JOIN || kind == TD_EXIT) &&
	       td_is_invisible(fiber) && makes_no_difference(fiber);
}

/* Is there a way out of a livelock? */
static struct td_fiber *by_lot(void)
{
	if (td_lot_below(LOOK_AROUND) == 0)
		td_time_passes();
	struct td_fiber *drawn = td_enabled[td_lot_below(td_enabled_count)];
	if (td_strategy->is_depth_first || td_mode.is_systematic)
		td_cut(TD_CUT_SPIN, drawn->pending.pc);
	return drawn;
}

/* In a livelock they would for ever. */
static int joins_may_wait(void)
{
	return td_strategy->is_by_trace && !td_some_quiet && !td_livelock_is_tried && td_event_count < td_livelock_from;
}

static struct td_fiber *systematically(struct td_fiber *current)
{
	struct td_fiber *silent = td_invisible_one(current, joins_may_wait());
	if (silent && makes_no_difference(silent))
		return silent;
	struct td_fiber *drawn = unlikely(td_livelock_is_tried) ? by_lot() : NULL;
	struct td_fiber *next = td_strategy->decide(drawn, !td_some_quiet && !drawn);
	if (unlikely(drawn) && next != drawn)
		td_livelock_try_anew();
	return next;
}

/* None of the candidates may go on.  Threads that wait for one that is held back go round, but not for ever. */
static void let_quiet_ones_go_on(void)
{
	td_candidates_find_every();
	td_constrain_candidates();
	if (!td_candidate_count)
		td_constrain_in_vain();
	if (!td_candidates_go_round())
		return;
	if (td_strategy->is_depth_first)
		td_cut(TD_CUT_SPIN, td_candidates[0]->pending.pc);
	td_constrain_in_vain();
}

/* The strategy chooses among the threads that the job's constraints let go on. */
static struct td_fiber *within_constraints(struct td_fiber *current)
{
	td_candidates_find();
	td_constrain_candidates();
	if (!td_candidate_count)
		let_quiet_ones_go_on();
	return td_strategy->pick(current);
}

/* While a thread is held back, that the others go round is no livelock. */
static int all_may_go_on(void)
{
	return likely(!td_constrain_is_on) || !td_constrain_holds_back();
}

struct td_fiber *td_pick(struct td_fiber *current)
{
	if (unlikely(td_mode.is_following)) {
		struct td_fiber *next = td_follow_pick(current);
		if (next)
			return next;
	}
	if (unlikely(!td_enabled_count))
		return NULL;
	if (unlikely(td_event_count >= td_livelock_from) && current && !current->done && all_may_go_on())
		td_livelock_look(current);
	if (unlikely(td_event_count - td_last_change > STAGNANT) && current && current->enabled)
		td_cycle_look(current, td_last_change);
	if (td_mode.is_systematic)
		return systematically(current);
	if (unlikely(td_constrain_is_on))
		return within_constraints(current);
	if (unlikely(td_livelock_is_tried))
		return by_lot();
	if (td_enabled_count == 1 && !td_some_quiet)
		return td_enabled[0];
	if (likely(!td_some_quiet && td_strategy->kind == TD_POLICY_RANDOM))
		return td_enabled[td_lot_below(td_enabled_count)];
	td_candidates_find();
	return td_strategy->pick(current);
}

uint32_t td_pick_choice(uint32_t n)
{
	if (td_channel->job.kind == TD_JOB_FOLLOW || td_follow_has_choice())
		return td_follow_choose(n);
	return td_strategy->choose ? td_strategy->choose(n) : td_lot_below(n);
}

uint32_t td_pick_seldom(void)
{
	if (td_channel->job.kind == TD_JOB_FOLLOW || td_follow_has_choice() || td_strategy->choose)
		return td_pick_choice(2);
	return td_lot_below(SELDOM) == 0;
}
