#include "search.h"

#include "dependence.h"
#include "finish.h"
#include "host.h"
#include "pool.h"
#include "sched.h"
#include "shadow.h"

enum { MAX_STEPS = TD_MAX_SEGMENTS };

/* Shared with forked children. */
struct search {
	uint32_t length;         /* steps on the way of the execution, the one under way included */
	uint32_t forced;         /* the first so many are prescribed */
	uint32_t kept;           /* of those, the first so many are as in the execution before: nothing to learn from them */
};

static struct search TD_STATE *search;
static struct td_step TD_STATE *steps;
static uint8_t TD_STATE in_step;        /* a step is under way: the last one */
static uint8_t TD_STATE has_chosen;     /* in it */
uint32_t TD_STATE td_search_wasted;

void td_search_reset(void)
{
	if (!search) {
		search = td_pool_table(4096);
		steps = td_pool_table(MAX_STEPS * sizeof *steps);
	}
	td_pool_reset();
	*search = (struct search){0};
	td_dependence_setup();
	td_search_wasted = 0;
}

void td_search_begin(void)
{
	search->length = 0;
	in_step = 0;
	td_dependence_begin(search->kept);
}

struct td_step *td_search_step(uint32_t index)
{
	return &steps[index];
}

int td_search_is_silent(const struct td_fiber *fiber)
{
	switch (fiber->pending.kind) {
	case TD_NONE:
	case TD_BEGIN:
	case TD_CREATE:
	case TD_DETACH:
	case TD_NOTE:
	case TD_YIELD:
	case TD_SLEEP:
	case TD_BARRIER_LEAVE: return 1;
	case TD_EXIT: return !(*td_shadow(fiber->fs) & TD_SHADOW_SHARED);
	case TD_JOIN: return fiber->waiting && !fiber->pending.timed;
	case TD_RECEIVE:
	case TD_SELECT: return fiber->woken; /* that a sender met it was the sender's step */
	default: return 0;
	}
}

/* Those asleep here that the step just taken does not depend on are asleep behind it as well; so is what was tried here. */
static struct td_sleeper *asleep_after(const struct td_step *step)
{
	struct td_sleeper *result = NULL;
	for (const struct td_sleeper *sleeper = step->asleep; sleeper; sleeper = sleeper->next) {
		if (sleeper->thread == step->thread || td_footprints_depend(&sleeper->footprint, &step->footprint))
			continue;
		struct td_sleeper *copy = td_pool_take(sizeof *copy);
		copy->thread = sleeper->thread;
		copy->outcome = sleeper->outcome;
		copy->outcome_count = sleeper->outcome_count;
		td_footprint_copy(&copy->footprint, &sleeper->footprint);
		copy->next = result;
		result = copy;
	}
	return result;
}

static void drop_sleepers(struct td_sleeper **list)
{
	while (*list) {
		struct td_sleeper *sleeper = *list;
		*list = sleeper->next;
		td_footprint_drop(&sleeper->footprint);
		td_pool_give(sleeper, sizeof *sleeper);
	}
}

int td_search_is_asleep(const struct td_step *step, uint32_t thread)
{
	uint32_t awake = TD_ANY_OUTCOME;
	for (const struct td_sleeper *sleeper = step->asleep; sleeper; sleeper = sleeper->next)
		if (sleeper->thread == thread)
			awake = (awake == TD_ANY_OUTCOME ? sleeper->outcome_count : awake) - 1;
	return !awake;
}

static int outcome_is_asleep(const struct td_step *step, uint32_t outcome)
{
	for (const struct td_sleeper *sleeper = step->asleep; sleeper; sleeper = sleeper->next)
		if (sleeper->thread == step->thread && sleeper->outcome == outcome)
			return 1;
	return 0;
}

static void end_step(void)
{
	if (!in_step)
		return;
	in_step = 0;
	uint32_t index = search->length - 1;
	if (!has_chosen) {
		steps[index].outcome = 0;
		steps[index].outcome_count = 1;
	}
	td_dependence_end_step(index, index >= search->kept);
}

static struct td_fiber *fiber_of(struct td_fiber **enabled, uint32_t count, uint32_t thread)
{
	for (uint32_t i = 0; i < count; i++)
		if (enabled[i]->name_number == thread)
			return enabled[i];
	return NULL;
}

/* The thread with the lowest number that is awake, wholly or for some outcome. */
static struct td_fiber *pick_freely(const struct td_step *step, struct td_fiber **enabled, uint32_t count)
{
	struct td_fiber *best = NULL;
	for (uint32_t i = 0; i < count; i++)
		if ((!best || enabled[i]->name_number < best->name_number) && !td_search_is_asleep(step, enabled[i]->name_number))
			best = enabled[i];
	return best;
}

/* A node that was not on the way of the execution before. */
static void new_node(uint32_t index)
{
	struct td_step *step = &steps[index], *above = index ? &steps[index - 1] : NULL;
	*step = (struct td_step){.outcome = TD_ANY_OUTCOME};
	if (above) {
		step->asleep = asleep_after(above);
		step->tree = above->taken ? above->taken->first_child : NULL;
		if (above->taken)
			above->taken->first_child = NULL;
	}
}

static struct td_fiber *begin_step(struct td_fiber **enabled, uint32_t count)
{
	uint32_t index = search->length;
	struct td_step *step = &steps[index];
	struct td_fiber *fiber;
	if (index == MAX_STEPS)
		td_finish(TD_END_CUT, 0, "more than %u decisions", (uint64_t)MAX_STEPS);
	if (index >= search->forced)
		new_node(index);
	if (index < search->forced) {
		fiber = fiber_of(enabled, count, step->thread);
	} else if (step->tree) {
		step->taken = step->tree;
		step->outcome = step->taken->outcome;
		fiber = fiber_of(enabled, count, step->taken->thread);
	} else {
		fiber = pick_freely(step, enabled, count);
	}
	if (!fiber)
		return NULL;
	step->thread = fiber->name_number;
	search->length = index + 1;
	in_step = 1;
	has_chosen = 0;
	td_dependence_begin_step(fiber, index, index >= search->kept);
	return fiber;
}

struct td_fiber *td_search_pick(struct td_fiber **enabled, uint32_t count)
{
	end_step();
	struct td_fiber *fiber = begin_step(enabled, count);
	if (!fiber) {
		td_search_wasted++;
		td_finish_wasted();
	}
	return fiber;
}

void td_search_touch(const struct td_fiber *fiber, const struct td_touch *touch)
{
	if (in_step && fiber->name_number == steps[search->length - 1].thread)
		td_dependence_touch(search->length - 1, *touch, search->length - 1 >= search->kept);
}

void td_search_order(const struct td_fiber *before, const struct td_fiber *after)
{
	uint32_t thread = in_step ? steps[search->length - 1].thread : TD_NOBODY;
	td_dependence_order(before, after, before->name_number == thread || after->name_number == thread);
}

uint32_t td_search_under_way(const struct td_fiber *fiber)
{
	return in_step && fiber->name_number == steps[search->length - 1].thread ? search->length - 1 : TD_NO_STEP;
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

uint32_t td_search_choice(uint32_t n)
{
	struct td_step *step = &steps[search->length - 1];
	if (!in_step || n >= TD_ANY_OUTCOME)
		td_unsupported("a choice out of %u in a systematic search", (uint64_t)n);
	if (has_chosen) { /* several in one atomic stretch */
		td_channel->done.bound_cut = 1;
		return 0;
	}
	has_chosen = 1;
	if (step->outcome == TD_ANY_OUTCOME)
		for (step->outcome = 0; outcome_is_asleep(step, step->outcome) && step->outcome + 1u < n;)
			step->outcome++;
	step->outcome_count = (uint16_t)n;
	return step->outcome % n;
}

static void put_to_sleep(struct td_step *step)
{
	struct td_sleeper *sleeper = td_pool_take(sizeof *sleeper);
	sleeper->thread = step->thread;
	sleeper->outcome = step->outcome;
	sleeper->outcome_count = step->outcome_count;
	td_footprint_copy(&sleeper->footprint, &step->footprint);
	sleeper->next = step->asleep;
	step->asleep = sleeper;
}

/* Is there something left to try at this node?  If so, it is the node's new step. */
static int try_next(struct td_step *step)
{
	put_to_sleep(step);
	if (step->taken) {
		step->tree = step->taken->next;
		td_wake_drop(step->taken);
		step->taken = NULL;
	}
	if (!step->tree)
		return 0;
	step->taken = step->tree;
	step->thread = step->taken->thread;
	step->outcome = step->taken->outcome;
	return 1;
}

static void drop_node(struct td_step *step)
{
	drop_sleepers(&step->asleep);
	td_footprint_drop(&step->footprint);
}

/* Whoever could still run when the execution ended might have come before its last step; whoever waited, before the one he
 * waits for. */
static void note_unfinished(void)
{
	if (!search->length)
		return;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if (fiber != td_current && fiber->name_number != steps[search->length - 1].thread && !td_search_is_silent(fiber))
			td_dependence_pending(search->length - 1, fiber);
	}
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done && !td_fiber(i)->enabled && td_fiber(i)->waiting)
			td_dependence_blocked(td_fiber(i));
}

void td_search_missed(const struct td_fiber *fiber)
{
	if (in_step && search->length - 1 >= search->kept)
		td_dependence_missed(search->length - 1, fiber);
}

void td_search_end(void)
{
	end_step();
	note_unfinished();
}

int td_search_next(void)
{
	td_dependence_reverse_races(search->length, search->kept);
	uint32_t depth = search->length;
	while (depth > 0 && !try_next(&steps[depth - 1]))
		drop_node(&steps[--depth]);
	search->forced = depth;
	search->kept = depth ? depth - 1 : 0;
	if (depth)
		td_footprint_drop(&steps[depth - 1].footprint);
	return depth > 0;
}
