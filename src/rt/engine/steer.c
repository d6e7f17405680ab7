#include "steer.h"

#include "candidates.h"
#include "crowd.h"
#include "places.h"
#include "points.h"
#include "rt/core.h"
#include "rt/loops.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	MAX_DECISIONS = 1 << 20,
	VISITED = 1 << 22, /* room for states */
	MOST_VISITED = VISITED / 4 * 3,
	DELAY_BITS = 46,
	LOT_SHIFT = 40, /* so that many delays can be added up */
	MOST_STEADY = 7
};

/* How good a successor is: the least is taken. */
enum {
	IS_NEXT = 0,
	IS_NEAR = 1,
	IS_UNKNOWN = IS_NEAR + TD_FAR,
	HELD_BACK = IS_UNKNOWN,                /* is added where other threads are preferred */
	IS_QUIET = IS_UNKNOWN + HELD_BACK + 1, /* it has come round with nothing changed, and may do so again */
	IS_TOO_EARLY,
	IS_IN_VAIN /* ... as all have for long */
};

/* In the pool. */
struct steer {
	struct td_decision *root, *here;
	struct td_decision *start; /* where the execution under way begins to be a new one, */
	struct td_decision *tip;   /* and its last decision since; NULL: none */
	uint64_t generation;       /* of the states: those of searches before this one do not count */
	struct td_point taken;     /* where `start` is from */
	uint32_t visited_count;
	uint32_t prefix_length; /* decisions up to `start` */
};
static struct steer TD_STATE *steer;
static struct td_decision TD_STATE **prefix;
static uint64_t TD_STATE *visited;

static const uint64_t most_delay = (1ull << DELAY_BITS) - 1;

static uint32_t TD_EXECUTION position;    /* in the prefix */
static uint32_t TD_EXECUTION steadiness;  /* see runs_on */
static uint32_t TD_EXECUTION since_place; /* decisions since the last place was come to, */
static uint32_t TD_EXECUTION places_then; /* when there were so many */
static uint8_t TD_EXECUTION is_lost;      /* what follows cannot be come back to */

void td_steer_setup(void)
{
	steer = td_pool_table(sizeof *steer);
	prefix = td_pool_table(MAX_DECISIONS * sizeof(struct td_decision *));
	visited = td_pool_table(VISITED * sizeof *visited);
	td_points_setup();
	td_crowds_setup();
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

/* Some errors need threads that take turns, others one that goes far while the others wait. */
static void draw_steadiness(void)
{
	if (td_channel->steer.steering == TD_STEER_TO_PLACES && td_lot_below(2))
		steadiness = 1 + td_lot_below(MOST_STEADY);
}

/* An execution before this one may have ended in the middle. */
void td_steer_begin(void)
{
	if (!steer->root)
		return;
	let_go(&steer->tip);
	steer->here = steer->root;
	draw_steadiness();
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

/* What a thread does last comes with no further operation of its own. */
static uint64_t state(void)
{
	uint64_t sum = steer->generation;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		sum += td_mix(td_mix(fiber->hash, 2 * fiber->op + fiber->done), fiber->origin.lineage);
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

static uint32_t rank_on_the_way(const struct td_fiber *fiber)
{
	if (td_places_is_later(fiber))
		return IS_TOO_EARLY;
	if (td_is_quiet(fiber))
		return td_quiet_is_in_vain() ? IS_IN_VAIN : IS_QUIET;
	return IS_NEAR + td_places_distance(fiber) + (is_held_back(fiber) ? HELD_BACK : 0);
}

static uint32_t rank_of(const struct td_fiber *fiber)
{
	if (td_channel->steer.steering == TD_STEER_DEPTH_FIRST)
		return td_is_quiet(fiber) ? IS_QUIET : IS_UNKNOWN;
	return td_places_is_next(fiber) ? IS_NEXT : rank_on_the_way(fiber);
}

static uint32_t level_behind(uint32_t rank)
{
	return td_channel->steer.steering == TD_STEER_DEPTH_FIRST ? 0 : td_places_seen() + (rank == IS_NEXT);
}

static uint64_t order_of(uint32_t rank, uint64_t delay)
{
	return (uint64_t)rank << DELAY_BITS | (delay < most_delay ? delay : most_delay);
}

/* Of points with one rank it is drawn which is taken first.  One that comes ten times as late after the last place has
 * a tenth of the chance: most of what can be done long after it has no more to do with it. */
static uint64_t drawn_delay(void)
{
	return (td_lot() >> LOT_SHIFT) * since_place;
}

/* WHAT is to be tried here later, and so many of its crowd after it.  Delays count from when the level was gone back to
 * last, so that the turn of each point comes however many are added. */
static void leave(uint32_t rank, uint32_t what, uint32_t behind)
{
	if (is_lost)
		return;
	uint32_t level = level_behind(rank);
	uint64_t delay = (td_points_last(level) & most_delay) + drawn_delay();
	struct td_point point = {
		.parent = td_decision_use(steer->here), .order = order_of(rank, delay), .what = what, .behind = behind};
	if (!td_points_add(level, &point))
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

/* Where others are as good, the thread that runs goes on in all but one of so many decisions. */
static int runs_on(const struct td_crowd *crowd)
{
	return crowd->has_current && td_lot_below(1u << steadiness) != 0;
}

static struct td_crowd *best_crowd(struct td_crowd *crowds, uint32_t count, const struct td_fiber *current)
{
	struct td_crowd *best = crowds;
	for (uint32_t i = 0; i < count; i++) {
		int goes_on = runs_on(&crowds[i]);
		crowds[i].order = order_of(crowds[i].rank, goes_on ? 0 : drawn_delay());
		if (goes_on)
			crowds[i].drawn = current->id;
		if (crowds[i].order < best->order)
			best = &crowds[i];
	}
	return best;
}

/* It would leave a point in each round of a loop, and so many without end. */
static int only_goes_round(const struct td_crowd *crowd)
{
	const struct td_fiber *fiber = td_fiber(crowd->drawn);
	int gives_up_again = fiber->time.would_time_out && fiber->time.timeouts >= TD_MOST_TIMEOUTS;
	return crowd->rank != IS_NEXT && (fiber->loop.spinning || gives_up_again);
}

/* The best of the candidates is taken.  Of each crowd one thread is left for later, with the others behind it. */
static struct td_fiber *best_candidate(const struct td_fiber *current)
{
	uint32_t count;
	struct td_crowd *crowds = td_crowds_find(current, rank_of, &count);
	struct td_crowd *best = best_crowd(crowds, count, current);
	struct td_fiber *taken = td_fiber(best->drawn);
	for (struct td_crowd *crowd = crowds; crowd < crowds + count; crowd++)
		if (crowd != best && !only_goes_round(crowd))
			leave(crowd->rank, crowd->drawn, crowd->size - 1);
	if (best->size > 1)
		leave(best->rank, td_crowd_next(taken, rank_of)->id, best->size - 2);
	return taken;
}

static int is_in_prefix(void)
{
	return position < steer->prefix_length;
}

/* Where this execution departs from those before it, the rest of the crowd is left. */
static void leave_rest_of_crowd(const struct td_fiber *fiber)
{
	const struct td_point *taken = &steer->taken;
	const struct td_fiber *next = taken->behind ? td_crowd_next(fiber, rank_of) : NULL;
	if (next)
		leave(rank_of(fiber), next->id, taken->behind - 1);
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
	if (!is_in_prefix())
		leave_rest_of_crowd(fiber);
	steer->here = decision;
	return fiber;
}

static void count_decision(void)
{
	if (td_places_seen() != places_then)
		since_place = 0;
	places_then = td_places_seen();
	since_place++;
}

static int is_there(void)
{
	const struct td_steer *job = &td_channel->steer;
	return job->steering == TD_STEER_TO_PLACES && !job->goes_on && td_places_are_seen();
}

/* What no other thread can notice is done at once, and where one thread can run there is nothing to decide.  Behind the
 * last place threads run on, if nothing is looked for there. */
struct td_fiber *td_steer_pick(struct td_fiber *current)
{
	struct td_fiber *invisible = td_invisible_one(current, 0);
	if (invisible)
		return invisible;
	if (td_enabled_count < 2)
		return td_candidates[0];
	count_decision();
	if (is_in_prefix())
		return prescribed();
	if (is_there()) {
		td_candidates_sort(current);
		return td_candidates[0];
	}
	look_at_state();
	struct td_fiber *best = best_candidate(current);
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
			leave(IS_UNKNOWN, i, 0);
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

/* The lots of an execution in a process of its own are lost with it: what is drawn here must not go on from them. */
int td_steer_next(void)
{
	struct td_point point;
	td_lot_begin(td_channel->job.seed, ~td_execution);
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
	steer->taken = point;
	steer->start = td_decision_new(point.parent, point.what);
	td_decision_release(point.parent);
	steer->prefix_length = write_prefix(steer->start);
	return 1;
}

int td_steer_is_over(void)
{
	return td_strategy->kind == TD_POLICY_STEER && td_channel->steer.stop && td_channel->steer.place_count &&
	       !td_channel->steer.goes_on && td_channel->steer.seen == td_channel->steer.place_count;
}
