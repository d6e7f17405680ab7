#include "bounded.h"

#include "candidates.h"
#include "constrain.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

static uint32_t TD_STATE bound;                     /* delays or preemptions that may be used */
static uint32_t TD_STATE cost;                      /* ... and have been */
static struct td_fiber TD_EXECUTION *decided;       /* systematic: whom the last decision was for */

void td_bounded_begin(void)
{
	bound = td_channel->job.policies[td_channel->ended.policy].param;
	cost = 0;
	decided = NULL;
}

/* How many of the candidates cost a preemption policy nothing. */
static uint32_t free_candidates(const struct td_fiber *current)
{
	uint32_t count = 0;
	if (td_candidates[0] == current && !current->time.would_time_out)
		return 1;
	while (count < td_candidate_count && !td_candidates[count]->time.would_time_out)
		count++;
	return count ? count : td_candidate_count;
}

/* One step down the tree: which of `count` alternatives.  The first `free` cost nothing, the others one each or, if graded,
 * one more than the one before. */
static uint32_t step(uint32_t count, uint32_t free, int graded)
{
	uint32_t left = bound - cost;
	uint32_t allowed = graded && free + left < count ? free + left : left ? count : free;
	if (allowed < count)
		td_cut(TD_CUT_BOUND, 0);
	if (allowed < 2)
		return 0;
	if (td_channel->path_used == TD_MAX_SEGMENTS)
		td_finish(TD_END_CUT, 0, "more than %u decisions", (uint64_t)TD_MAX_SEGMENTS);
	struct td_path_step *here = &td_channel->path[td_channel->path_used++];
	if (td_channel->path_used > td_channel->path_length) {
		*here = (struct td_path_step){.count = (uint16_t)allowed};
		td_channel->path_length = td_channel->path_used;
	}
	if (here->chosen >= free)
		cost += graded ? here->chosen - free + 1 : 1;
	return here->chosen;
}

/* The next step of a depth-first policy, from the thread that has run last. */
static struct td_fiber *depth_first(const struct td_fiber *current)
{
	td_candidates_sort(current);
	if (td_strategy->kind == TD_POLICY_DELAYS)
		return td_candidates[step(td_candidate_count, 1, 1)];
	if (td_strategy->kind == TD_POLICY_PREEMPTIONS)
		return td_candidates[step(td_candidate_count, free_candidates(current), 0)];
	return td_candidates[step(td_candidate_count, td_candidate_count, 0)];
}

struct td_fiber *td_bounded_pick(struct td_fiber *current)
{
	return depth_first(current);
}

static int is_allowed(const struct td_fiber *fiber)
{
	return likely(!td_constrain_is_on) || td_constraint_allows(fiber);
}

static void find_candidates(void)
{
	td_candidates_find_all();
	if (likely(!td_constrain_is_on))
		return;
	td_constrain_candidates();
	if (!td_candidate_count)
		td_constrain_in_vain();
}

struct td_fiber *td_bounded_decide(struct td_fiber *drawn, int is_usual)
{
	(void)is_usual;
	if (drawn && is_allowed(drawn))
		td_candidates_are(drawn);
	else
		find_candidates();
	return decided = depth_first(decided);
}

uint32_t td_bounded_choose(uint32_t n)
{
	return step(n, n, 0);
}

int td_bounded_next(void)
{
	uint32_t *length = &td_channel->path_length;
	*length = td_channel->path_used;
	while (*length && td_channel->path[*length - 1].chosen + 1 >= td_channel->path[*length - 1].count)
		--*length;
	if (*length)
		td_channel->path[*length - 1].chosen++;
	return *length != 0;
}

double td_bounded_fraction(void)
{
	double done = 0, part = 1;
	for (uint32_t i = 0; td_mode.is_systematic && i < td_channel->path_length; i++) {
		part /= td_channel->path[i].count;
		done += part * td_channel->path[i].chosen;
	}
	return done;
}
