#include "search.h"

#include "dependence.h"
#include "fraction.h"
#include "returns.h"
#include "symmetry.h"
#include "tree.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MAX_STEPS = TD_MAX_SEGMENTS, MOST_IN_A_ROW = 16 };

/* Of a worker. */
struct search {
	uint32_t length;         /* steps on the way of the execution, the one under way included */
	uint32_t forced;         /* the first so many are prescribed */
	uint32_t kept;           /* of those, the first so many are as in the execution before: nothing to learn from them */
	uint32_t used;           /* so many steps have ever been on it */
	uint32_t own_from;       /* nodes on the way from here on are this worker's own; those before are shared */
	uint32_t has_work;
	uint64_t code_at;        /* of the first worker: where the program lay when the search began */
	uint32_t wasted;         /* executions that found everything asleep */
};

static struct search TD_STATE *searches, *search;
static struct td_step TD_STATE *all_steps, *steps;
static struct td_node TD_STATE **way;   /* room to look for work */
static uint8_t TD_EXECUTION in_step;        /* a step is under way: the last one */
static uint8_t TD_EXECUTION has_chosen;     /* in it */
static struct td_fiber TD_EXECUTION *stepping; /* whose it is, or was */
static uint32_t TD_EXECUTION steps_in_a_row;   /* of its thread; counted anew after many */

void td_search_setup(void)
{
	searches = td_pool_table(TD_MOST_WORKERS * sizeof *searches);
	all_steps = td_pool_table((uint64_t)TD_MOST_WORKERS * MAX_STEPS * sizeof *all_steps);
	td_tree_setup();
	td_dependence_setup();
	td_search_belong(0);
}

void td_search_belong(uint32_t worker)
{
	search = &searches[worker];
	steps = all_steps + (uint64_t)worker * MAX_STEPS;
	td_dependence_belong(worker);
}

static void forget(uint32_t worker)
{
	td_plain_set(all_steps + (uint64_t)worker * MAX_STEPS, 0, searches[worker].used * sizeof *steps);
	searches[worker] = (struct search){0};
}

void td_search_reset(void)
{
	uint32_t workers = td_channel->workers;
	td_pool_reset(workers ? workers : 1);
	for (uint32_t i = 0; i == 0 || i < workers; i++)
		forget(i);
	searches[0].has_work = 1;
	td_tree_reset();
	td_fraction_reset();
	searches[0].code_at = (uint64_t)td_search_reset;
	td_dependence_reset();
}

uint32_t td_search_wasted(void)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i == 0 || i < td_channel->workers; i++)
		sum += searches[i].wasted;
	return sum;
}

void td_search_check(void)
{
	if (searches[0].code_at != (uint64_t)td_search_reset)
		td_panic("the system gives each process other addresses, so a search cannot go on in another one");
}

int td_search_has_work(void)
{
	return (int)search->has_work;
}

void td_search_begin(void)
{
	search->length = 0;
	in_step = 0;
	stepping = NULL;
	td_dependence_begin(search->kept);
}

uint32_t td_search_unchanged(void)
{
	return search->kept;
}

void td_search_prescribe_all(void)
{
	search->forced = search->kept = search->length;
}

void td_search_set_unchanged(uint32_t kept)
{
	search->kept = kept;
}

void td_search_resume(uint32_t decisions)
{
	search->length = decisions;
	td_dependence_resume(search->kept);
}

void td_search_mark(void)
{
	td_dependence_mark();
}

void td_search_back(void)
{
	td_dependence_back();
}

struct td_step *td_search_step(uint32_t index)
{
	return &steps[index];
}

int td_search_is_shared(uint32_t index)
{
	return index < search->own_from;
}

static void note_likeness(struct td_step *step)
{
	if (!td_symmetry_is_used())
		return;
	td_symmetry_wrote(stepping, &step->footprint);
	step->likeness = stepping->likeness;
}

uint64_t td_search_likeness(uint32_t thread, uint32_t index)
{
	while (index-- > 0)
		if (steps[index].thread == thread)
			return steps[index].likeness;
	return td_likeness_at_start(thread);
}

static void end_step(void)
{
	if (!in_step)
		return;
	in_step = 0;
	uint32_t index = search->length - 1;
	struct td_step *step = &steps[index];
	if (!has_chosen) {
		step->outcome = 0;
		step->outcome_count = 1;
	}
	td_dependence_end_step(index, index >= search->kept);
	note_likeness(step);
	if (!step->child->untested)
		return;
	if (td_search_is_shared(index))
		td_tree_lock();
	td_node_test(step->node, step->child, step);
	if (td_search_is_shared(index))
		td_tree_unlock();
}

/* For tests: what a search finds must not depend on the order of its turns. */
static uint32_t drawn_rank(const struct td_fiber *fiber)
{
	return (uint32_t)(td_mix(td_mix(td_channel->job.ranks, fiber->name_number), search->length) >> 33);
}

/* The thread of the last step goes on, unless it has taken many: it may be waiting for another one in a loop.  Then by number, and last
 * the program's first thread, which mostly waits for the others, and those who would give up waiting.  Any order will do, but with this
 * one executions have more in common. */
static uint32_t rank_of(const struct td_fiber *fiber)
{
	if (unlikely(td_channel->job.ranks))
		return drawn_rank(fiber);
	uint32_t late = fiber->time.would_time_out ? 4 * TD_MAX_THREADS : 0;
	if (fiber == stepping)
		return late + (steps_in_a_row < MOST_IN_A_ROW ? 0 : TD_MAX_THREADS + 1);
	return late + (fiber->name_number ? fiber->name_number + 1 : TD_MAX_THREADS);
}

static struct td_node *node_at(uint32_t index)
{
	return index ? steps[index - 1].child : td_tree_root();
}

/* Wholly or for some outcome. */
static int is_awake(const struct td_node *node, const struct td_fiber *fiber)
{
	return !td_invisible_waits(fiber) && !td_sleep_set_has(node, NULL, fiber->name_number, TD_ANY_OUTCOME);
}

/* Who ranks first, found without a look at all the others; NULL: one of the last. */
static struct td_fiber *pick_from_names(const struct td_node *node)
{
	const struct td_fiber *tired = steps_in_a_row < MOST_IN_A_ROW ? NULL : stepping;
	if (stepping && !tired && stepping->enabled && !stepping->time.would_time_out && is_awake(node, stepping))
		return stepping;
	for (uint64_t names = td_enabled_names & ~td_thread_bit(0); names; names &= names - 1) {
		struct td_fiber *fiber = td_enabled_by((uint32_t)__builtin_ctzll(names));
		if (fiber != tired && !fiber->time.would_time_out && is_awake(node, fiber))
			return fiber;
	}
	return NULL;
}

/* The first of these that is awake. */
static struct td_fiber *pick_freely(const struct td_node *node, struct td_fiber **enabled, uint32_t count)
{
	struct td_fiber *best = NULL;
	uint32_t lowest = UINT32_MAX;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = rank_of(enabled[i]);
		if (rank >= lowest || !is_awake(node, enabled[i]))
			continue;
		best = enabled[i];
		lowest = rank;
	}
	return best;
}

static struct td_fiber *pick(struct td_fiber **enabled, uint32_t count, int is_usual)
{
	const struct td_node *node = node_at(search->length);
	struct td_fiber *fiber = is_usual && likely(!td_channel->job.ranks) ? pick_from_names(node) : NULL;
	if (unlikely(td_self_check()) && fiber && fiber != pick_freely(node, enabled, count))
		td_panic("self-check: another thread ranks first");
	return fiber ? fiber : pick_freely(node, enabled, count);
}

/* Field by field, which is faster than to clear it as a whole. */
static void reset_step(struct td_step *step, uint16_t thread, uint16_t outcome, struct td_node *node, struct td_node *child)
{
	td_footprint_drop(&step->footprint);
	step->thread = thread;
	step->outcome = outcome;
	step->outcome_count = step->threads = 0;
	step->is_guaranteed = 0;
	step->number = step->clock_at = 0;
	step->likeness = 0;
	step->node = node;
	step->child = child;
}

/* What it has begun is in the tree already, and would count as tried. */
void td_search_retry(void)
{
	for (uint32_t i = search->kept; i < search->length; i++) {
		struct td_node *child = steps[i].child;
		reset_step(&steps[i], child->thread, child->outcome, steps[i].node, child);
	}
	search->forced = search->length > search->forced ? search->length : search->forced;
}

static void enter(struct td_node *node, int is_private)
{
	node->state = TD_OPEN;
	node->workers = 1;
	node->is_private = (uint8_t)is_private;
}

/* Where the execution goes on by itself. */
static void add_step(uint32_t index, const struct td_fiber *fiber)
{
	struct td_node *node = node_at(index);
	reset_step(&steps[index], fiber->name_number, TD_ANY_OUTCOME, node, td_node_add(node, fiber->name_number, TD_ANY_OUTCOME, NULL));
	enter(steps[index].child, 1);
}

static void begin_step(struct td_fiber *fiber)
{
	uint32_t index = search->length;
	search->length = index + 1;
	search->used = index < search->used ? search->used : index + 1;
	in_step = 1;
	has_chosen = 0;
	steps_in_a_row = fiber == stepping && steps_in_a_row < MOST_IN_A_ROW ? steps_in_a_row + 1 : 1;
	stepping = fiber;
	td_dependence_begin_step(fiber, index, index >= search->kept);
}

/* What was foretold cannot happen: where a branch leads depends on what an operation waits for, and that is not always known. */
static _Noreturn void give_up_branch(void)
{
	uint32_t index = search->length;
	if (td_search_is_shared(index))
		td_tree_lock();
	td_node_abandon(steps[index].child);
	if (td_search_is_shared(index))
		td_tree_unlock();
	search->own_from = index < search->own_from ? index : search->own_from;
	td_cut(TD_CUT_BRANCH, td_current->pending.pc); /* what was said to be covered by it may be explored nowhere */
	search->wasted++;
	td_finish_wasted();
}

/* The next step is not free. */
static int is_prescribed(void)
{
	return search->length < search->forced;
}

static void mark_if_it_pays(uint32_t times)
{
	if (td_event_count != td_mark_plan.events && td_current && td_mark_pays(times))
		td_mark_here(search->length);
}

/* Where the execution is prescribed: those that wait to be tried are known. */
static uint32_t times_to_come_back(void)
{
	return td_search_is_shared(search->length) ? 0 : TD_MARK_ONCE * td_node_count_waiting(node_at(search->length));
}

/* Where it goes on by itself. */
static uint32_t times_expected(const struct td_fiber *next)
{
	return search->length ? td_returns_expected(&steps[search->length - 1], next->name_number) : TD_MARK_ONCE;
}

static int all_spin(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (!td_enabled[i]->loop.spinning && !td_enabled[i]->loop.round.waits)
			return 0;
	return 1;
}

/* Only threads that spin could go on when this execution came here first, so they went round once more, after all that had been done. */
static void go_round_once_more(const struct td_fiber *fiber)
{
	if (fiber->loop.spins_for_sure && all_spin() && td_channel->ended.end == TD_END_RUNNING)
		td_lock_polling_once_more();
}

/* A thread that spins may be prescribed all the same: one more round changes nothing.  Where threads are left out because they go round, to find
 * out who can go on may change something, so a mark is made before that. */
struct td_fiber *td_search_prescribed(int is_usual)
{
	end_step();
	if (is_prescribed())
		mark_if_it_pays(times_to_come_back());
	else if (!is_usual && search->length == search->forced)
		mark_if_it_pays(TD_MARK_ONCE);
	if (!is_prescribed())
		return NULL;
	struct td_fiber *next = td_enabled_by(steps[search->length].thread);
	if (next && !td_invisible_waits(next)) {
		go_round_once_more(next);
		begin_step(next);
		return next;
	}
	struct td_fiber *joins = td_invisible_one(NULL, 0);
	if (joins) /* it may be the one, or is to create it */
		return joins;
	if (all_spin() && td_time_passes())
		return td_search_prescribed(is_usual);
	give_up_branch();
}

struct td_fiber *td_search_pick(struct td_fiber **enabled, uint32_t count, int is_usual)
{
	if (search->length == MAX_STEPS)
		td_finish(TD_END_CUT, 0, "more than %u decisions", (uint64_t)MAX_STEPS);
	struct td_fiber *fiber = pick(enabled, count, is_usual), *joins = fiber ? NULL : td_invisible_one(NULL, 0);
	if (joins)
		return joins;
	if (!fiber) {
		search->wasted++;
		td_finish_wasted();
	}
	if (is_usual)
		mark_if_it_pays(times_expected(fiber));
	if (is_prescribed()) /* the search has come back here */
		return td_search_prescribed(is_usual);
	add_step(search->length, fiber);
	begin_step(fiber);
	return fiber;
}

void td_search_touch(const struct td_fiber *fiber, struct td_touch *touch)
{
	if (in_step && fiber->name_number == steps[search->length - 1].thread)
		td_dependence_touch(search->length - 1, touch, search->length - 1 >= search->kept);
}

void td_search_order(const struct td_fiber *before, const struct td_fiber *after)
{
	uint32_t thread = in_step ? steps[search->length - 1].thread : TD_NOBODY;
	td_dependence_order(before, after, before->name_number == thread || after->name_number == thread);
}

void td_search_order_step(uint32_t step, const struct td_fiber *after)
{
	uint32_t last = search->length - 1;
	td_dependence_order_step(step, after, in_step && (step == last || after->name_number == steps[last].thread));
}

uint32_t td_search_under_way(const struct td_fiber *fiber)
{
	return in_step && fiber->name_number == steps[search->length - 1].thread ? search->length - 1 : TD_NO_STEP;
}

void td_search_go_on(const struct td_fiber *fiber)
{
	if (td_search_under_way(fiber) != TD_NO_STEP)
		td_dependence_go_on(fiber);
}

void td_search_after(const struct td_fiber *fiber, uint32_t step)
{
	if (step != TD_NO_STEP && td_search_under_way(fiber) != TD_NO_STEP)
		td_dependence_after(step);
}

void td_search_after_thread(const struct td_fiber *fiber, const struct td_fiber *before)
{
	if (td_search_under_way(fiber) != TD_NO_STEP)
		td_dependence_after_thread(before);
}

/* The outcome to try first where all are open.  A loop that goes on until the right one comes would never end if that were always the
 * same, nor if it went by the number of the round where there are several choices in one. */
static uint32_t first_outcome(struct td_fiber *fiber, uint32_t n)
{
	uint32_t before = fiber->pending.kind == TD_CHOOSE ? fiber->counts.choices++ : 0;
	return before ? (uint32_t)(td_mix(before, fiber->origin.lineage) % n) : 0;
}

static uint32_t open_outcome(const struct td_step *step, uint32_t first, uint32_t n)
{
	uint32_t outcome = first;
	for (uint32_t i = 1; i < n && td_sleep_set_has(step->node, step->child, step->thread, (uint16_t)outcome); i++)
		outcome = (first + i) % n;
	return outcome;
}

uint32_t td_search_choice(uint32_t n)
{
	uint32_t first = first_outcome(td_current, n);
	struct td_step *step = &steps[search->length - 1];
	if (!in_step || n >= TD_ANY_OUTCOME)
		td_refuse("a choice out of %u in a systematic search", (uint64_t)n);
	if (has_chosen) { /* several in one atomic stretch */
		td_cut(TD_CUT_CHOICE, td_current->pending.pc);
		return first;
	}
	has_chosen = 1;
	if (step->outcome == TD_ANY_OUTCOME)
		step->outcome = (uint16_t)open_outcome(step, first, n);
	step->outcome_count = (uint16_t)n;
	return step->outcome % n;
}

/* One that only goes round would read what it has read before. */
static int could_have_run(const struct td_fiber *fiber)
{
	return fiber != td_current && fiber->name_number != steps[search->length - 1].thread && !td_is_invisible(fiber) &&
	       !fiber->loop.spins_for_sure && !fiber->loop.round.waits;
}

/* A thread that could still run when the execution ended might have come before its last step; one that waited, before
 * the step it waits for. */
static void note_unfinished(void)
{
	if (!search->length)
		return;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (could_have_run(fiber))
			td_dependence_pending(search->length - 1, fiber);
	}
	td_dependence_blocked(search->length - 1);
}

void td_search_missed(const struct td_fiber *fiber)
{
	if (in_step && search->length - 1 >= search->kept)
		td_dependence_missed(search->length - 1, fiber);
}

void td_search_nobody_goes_on(void)
{
	end_step();
	if (search->length)
		td_dependence_nobody_goes_on(search->length - 1, search->length > search->kept);
}

void td_search_end(void)
{
	end_step();
	note_unfinished();
	td_symmetry_ended();
}

void td_search_learn(void)
{
	td_dependence_reverse_races(search->length, search->kept);
	td_fraction_count(search->length);
}

static void put_on_way(uint32_t index, struct td_node *child)
{
	struct td_node *node = node_at(index);
	if (index < search->length && steps[index].child == child)
		return; /* as before, with all that is known about it */
	if (index < search->kept)
		search->kept = index;
	reset_step(&steps[index], child->thread, child->outcome, node, child);
}

/* From a child that waits down to the end of its branch; from there on the execution goes on by itself. */
static void take(uint32_t index, struct td_node *child)
{
	search->kept = index;
	for (; child; child = child->first_child, index++) {
		enter(child, !td_search_is_shared(index + 1));
		put_on_way(index, child);
	}
	search->forced = index;
	search->has_work = 1;
}

/* The nodes on the way down to this depth are shared by all workers. */
static void publish(uint32_t depth)
{
	td_tree_lock();
	for (uint32_t i = search->own_from; i < depth; i++)
		steps[i].node->is_private = 0;
	search->own_from = depth;
	td_tree_unlock();
}

int td_search_share(void)
{
	for (uint32_t i = search->own_from; i < search->length; i++)
		if (td_node_waiting(steps[i].node)) {
			publish(i + 1);
			return 1;
		}
	return 0;
}

/* Back from the end of the way through this worker's own nodes, to the deepest with something waiting. */
static int take_own(uint32_t depth)
{
	for (; depth > search->own_from; depth--) {
		struct td_step *step = &steps[depth - 1];
		td_returns_note(step, step->child);
		if (!td_node_close(step->child)) {
			publish(depth); /* others are asleep there and not done yet */
			return 0;
		}
		td_footprint_drop(&step->footprint);
		struct td_node *waiting = td_node_waiting(step->node);
		if (waiting) {
			take(depth - 1, waiting);
			return 1;
		}
	}
	return 0;
}

/* The branch is shared down to its end. */
static void take_in_public(uint32_t index, struct td_node *child)
{
	uint32_t kept = search->kept;
	search->own_from = MAX_STEPS;
	take(index, child);
	search->own_from = search->forced;
	steps[search->forced - 1].child->is_private = 1;
	search->kept = kept < search->kept ? kept : search->kept;
}

/* Back through nodes that others may be below of, too. */
static int take_conflict(void)
{
	steps[search->own_from - 1].child->is_private = 0;
	for (uint32_t depth = search->own_from; depth > 0; depth--) {
		struct td_step *step = &steps[depth - 1];
		if (!--step->child->workers)
			td_node_close(step->child);
		struct td_node *waiting = td_node_waiting(step->node);
		if (waiting) {
			search->kept = depth - 1;
			take_in_public(depth - 1, waiting);
			return 1;
		}
	}
	return 0;
}

static int take_anywhere(void)
{
	if (!way)
		way = td_map(MAX_STEPS * sizeof *way);
	uint32_t length = td_tree_find_waiting(way, MAX_STEPS);
	if (!length)
		return 0;
	search->kept = length - 1;
	for (uint32_t i = 0; i + 1 < length; i++) {
		way[i]->workers++;
		put_on_way(i, way[i]);
	}
	take_in_public(length - 1, way[length - 1]);
	return 1;
}

int td_search_find_work(void)
{
	td_tree_lock();
	search->own_from = 0;
	search->length = 0;
	int found = take_anywhere();
	td_tree_unlock();
	return found;
}

int td_search_next(void)
{
	search->has_work = 0;
	if (take_own(search->length) || !search->own_from)
		return (int)search->has_work;
	td_tree_lock();
	search->has_work = (uint32_t)(take_conflict() || take_anywhere());
	td_tree_unlock();
	return (int)search->has_work;
}

double td_search_fraction(void)
{
	return td_fraction(search->forced);
}
