#include "steer.h"

#include "candidates.h"
#include "places.h"
#include "points.h"
#include "rt/core.h"
#include "rt/loops.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	MAX_DECISIONS = 1 << 20,
	VISITED = 1 << 22, /* room for states */
	MOST_VISITED = VISITED / 4 * 3
};

/* How good a successor is: the least is taken. */
enum { IS_NEXT = 0, IS_NEAR = 1, IS_UNKNOWN = IS_NEAR + TD_FAR, IS_TOO_EARLY, RANKS = 2 * (IS_TOO_EARLY + 1) };

/* In the pool. */
struct steer {
	struct td_decision *root, *here;
	struct td_decision *start; /* where the execution under way begins to be a new one, */
	struct td_decision *tip;   /* and its last decision since; NULL: none */
	uint64_t generation;       /* of the states: those of searches before this one do not count */
	uint32_t visited_count;
	uint32_t prefix_length; /* decisions up to `start` */
};
static struct steer TD_STATE *steer;
static struct td_decision TD_STATE **prefix;
static uint64_t TD_STATE *visited;

static uint32_t TD_EXECUTION position; /* in the prefix */
static uint8_t TD_EXECUTION is_lost;   /* what follows cannot be come back to */

void td_steer_setup(void)
{
	steer = td_pool_table(sizeof *steer);
	prefix = td_pool_table(MAX_DECISIONS * sizeof(struct td_decision *));
	visited = td_pool_table(VISITED * sizeof *visited);
	td_points_setup();
}

/* td_search_reset has emptied the pool. */
void td_steer_restart(void)
{
	steer->root = steer->start = steer->tip = NULL;
	steer->generation++;
	steer->visited_count = steer->prefix_length = 0;
	td_points_reset();
}

void td_steer_begin_job(void)
{
	const struct td_job *job = &td_channel->job;
	td_places_begin_job();
	if (!job->policy_count || job->policies[0].kind != TD_POLICY_STEER)
		return;
	td_channel->steer.best = 0;
	if (!steer->root)
		steer->root = td_decision_new(NULL, 0);
}

static void let_go(struct td_decision **decision)
{
	if (*decision)
		td_decision_release(*decision);
	*decision = NULL;
}

/* An execution before this one may have ended in the middle. */
void td_steer_begin(void)
{
	if (!steer->root)
		return;
	let_go(&steer->tip);
	steer->here = steer->root;
	td_channel->steer.seen = 0;
}

static void get_lost(void)
{
	is_lost = 1;
	td_channel->steer.has_dropped = 1;
}

void td_steer_done(const struct td_event *event)
{
	td_places_done(event);
	if (unlikely(td_livelock_is_tried) && !is_lost)
		get_lost();
}

static uint64_t state(void)
{
	uint64_t sum = steer->generation;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		sum += td_mix(td_mix(fiber->hash, fiber->op), fiber->origin.lineage);
	}
	sum = td_mix(sum, td_places_hash());
	return sum ? sum : 1;
}

/* A full table forgets nothing and learns nothing: states may be met again. */
static int was_visited(uint64_t hash)
{
	uint32_t i = (uint32_t)(hash % VISITED);
	while (visited[i] && visited[i] != hash)
		i = (i + 1) % VISITED;
	if (visited[i])
		return 1;
	if (steer->visited_count < MOST_VISITED) {
		visited[i] = hash;
		steer->visited_count++;
	}
	return 0;
}

static void look_at_state(void)
{
	td_channel->steer.states++;
	if (is_lost || td_channel->steer.ignores_visited)
		return;
	if (was_visited(state()))
		td_finish(TD_END_ASSUME, 0, "the search has been here before");
}

static int is_held_back(const struct td_fiber *fiber)
{
	uint64_t preferred = td_channel->steer.preferred;
	return preferred && (fiber->id >= 64 || !(preferred >> fiber->id & 1));
}

static uint32_t rank_of(const struct td_fiber *fiber)
{
	if (td_channel->steer.steering == TD_STEER_DEPTH_FIRST)
		return IS_UNKNOWN;
	if (td_places_is_next(fiber))
		return IS_NEXT;
	uint32_t rank = td_places_is_later(fiber) ? IS_TOO_EARLY : IS_NEAR + td_places_distance(fiber);
	return rank + (is_held_back(fiber) ? RANKS / 2 : 0);
}

static uint32_t level_behind(uint32_t rank)
{
	return td_channel->steer.steering == TD_STEER_DEPTH_FIRST ? 0 : td_places_seen() + (rank == IS_NEXT);
}

static void leave_for_later(uint32_t what, uint32_t rank)
{
	if (!is_lost && !td_points_add(level_behind(rank), rank, td_decision_use(steer->here), what))
		td_channel->steer.has_dropped = 1;
}

static void go_on_by(uint32_t what)
{
	if (is_lost)
		return;
	struct td_decision *next = td_decision_new(steer->here, what);
	let_go(&steer->tip);
	steer->here = steer->tip = next;
}

/* The best of the candidates is left at their beginning; of several it is drawn. */
static struct td_fiber *best_candidate(void)
{
	uint32_t least = UINT32_MAX, best = 0, ties = 0;
	uint32_t ranks[td_candidate_count];
	for (uint32_t i = 0; i < td_candidate_count; i++) {
		ranks[i] = rank_of(td_candidates[i]);
		ties = ranks[i] < least ? 1 : ties + (ranks[i] == least);
		if (ranks[i] < least || (ranks[i] == least && td_lot_below(ties) == 0))
			best = i;
		least = ranks[i] < least ? ranks[i] : least;
	}
	for (uint32_t i = 0; i < td_candidate_count; i++)
		if (i != best)
			leave_for_later(td_candidates[i]->id, ranks[i]);
	return td_candidates[best];
}

static int is_in_prefix(void)
{
	return position < steer->prefix_length;
}

static struct td_fiber *prescribed(void)
{
	struct td_decision *decision = prefix[position++];
	struct td_fiber *fiber = decision->what < td_fiber_count ? td_fiber(decision->what) : NULL;
	if (!fiber || !fiber->enabled) {
		position = steer->prefix_length;
		get_lost();
		return td_candidates[0];
	}
	steer->here = decision;
	return fiber;
}

/* Where one thread can run there is nothing to decide.  Behind the last place threads run on. */
struct td_fiber *td_steer_pick(struct td_fiber *current)
{
	if (td_enabled_count < 2)
		return td_candidates[0];
	if (is_in_prefix())
		return prescribed();
	if (td_channel->steer.steering == TD_STEER_TO_PLACES && td_places_are_seen()) {
		td_candidates_sort(current);
		return td_candidates[0];
	}
	look_at_state();
	struct td_fiber *best = best_candidate();
	go_on_by(best->id);
	return best;
}

uint32_t td_steer_choose(uint32_t n)
{
	if (is_in_prefix()) {
		steer->here = prefix[position++];
		return steer->here->what;
	}
	uint32_t chosen = td_lot_below(n);
	for (uint32_t i = 0; i < n; i++)
		if (i != chosen)
			leave_for_later(i, IS_UNKNOWN);
	go_on_by(chosen);
	return chosen;
}

void td_steer_end(void)
{
	struct td_steer *job = &td_channel->steer;
	td_places_ended();
	job->seen = td_places_seen();
	job->best = job->seen > job->best ? job->seen : job->best;
}

/* The decisions on the way to this one, from the root. */
static uint32_t write_prefix(struct td_decision *last)
{
	uint32_t length = 0;
	for (const struct td_decision *decision = last; decision->parent; decision = decision->parent)
		length++;
	if (length > MAX_DECISIONS)
		return 0;
	for (uint32_t i = length; i-- > 0; last = last->parent)
		prefix[i] = last;
	return length;
}

int td_steer_next(void)
{
	struct td_point point;
	let_go(&steer->tip);
	let_go(&steer->start);
	steer->prefix_length = 0;
	int is_found = td_channel->steer.steering == TD_STEER_DEPTH_FIRST ? td_points_take_last(&point)
									  : td_points_take(&point);
	td_channel->steer.points = td_points_count();
	if (!is_found) {
		td_cut(TD_CUT_BOUND, 0); /* threads that only went round were left out */
		return 0;
	}
	steer->start = td_decision_new(point.parent, point.what);
	td_decision_release(point.parent);
	steer->prefix_length = write_prefix(steer->start);
	return 1;
}

int td_steer_is_over(void)
{
	return td_strategy->kind == TD_POLICY_STEER && td_channel->steer.stop && td_channel->steer.place_count &&
	       td_channel->steer.seen == td_channel->steer.place_count;
}
