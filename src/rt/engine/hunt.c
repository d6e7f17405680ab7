#include "hunt.h"

#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	AT_ALL = 8,         /* in all but one of so many cases a thread is held at a target */
	SHORTEST = 4,       /* log2 of the events for which one is held, at least */
	LONGEST = 16,       /* ... at most */
	SLOWEST_SWITCH = 8  /* log2 of the events between switches, at most */
};

/* How near to a target an operation is. */
enum nearness { FAR, APPROACHES, STANDS };

/* What is known of a thread's operation number `op`. */
struct standing {
	uint64_t op;
	uint32_t since;     /* event count when it came */
	uint32_t limit;     /* events for which it is held; 0: not at all */
	uint8_t nearness;   /* to the nearest target */
};

static struct standing TD_STATE *standings;         /* by thread */
static struct td_target TD_STATE targets[TD_MAX_TARGETS]; /* with addresses of this process */
static uint16_t TD_STATE at[TD_MAX_TARGETS];        /* thread for each target, while a matching is looked for */
static uint32_t TD_STATE chance;                    /* of a switch, where nobody is held: one in so many events */
static uint32_t TD_STATE going;                     /* of a meeting: how many are still to go on, the last of `at` first */

void td_hunt_setup(void)
{
	standings = td_map(TD_MAX_THREADS * sizeof *standings);
}

void td_hunt_begin_job(void)
{
	td_channel->hunt.met = td_channel->hunt.met_at = 0;
	for (uint32_t i = 0; i < td_channel->hunt.count; i++) {
		targets[i] = td_channel->hunt.targets[i];
		targets[i].site = td_module_absolute(targets[i].site);
		targets[i].object = td_module_absolute(targets[i].object);
		targets[i].approach = td_module_absolute(targets[i].approach);
		targets[i].holds = td_module_absolute(targets[i].holds);
	}
}

void td_hunt_begin(void)
{
	td_plain_set(standings, 0, TD_MAX_THREADS * sizeof *standings);
	td_channel->hunt.met_at = 0;
	going = 0;
	chance = 1u << td_lot_below(SLOWEST_SWITCH + 1);
}

int td_hunt_is_over(void)
{
	return td_channel->hunt.stop && td_channel->hunt.met_at;
}

static int holds(const struct td_fiber *fiber, uint64_t address)
{
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		if (fiber->held[i].object->address == address)
			return 1;
	return 0;
}

static enum nearness nearness_to(const struct td_fiber *fiber, const struct td_target *target)
{
	const struct td_pending *op = &fiber->pending;
	if (op->pc == target->site && (!target->kind || op->kind == target->kind) &&
	    (!target->object || op->object == target->object) && (!target->holds || holds(fiber, target->holds)))
		return STANDS;
	return target->approach && op->pc == target->approach && op->object == target->holds ? APPROACHES : FAR;
}

static enum nearness nearest(const struct td_fiber *fiber)
{
	enum nearness best = FAR;
	for (uint32_t i = 0; i < td_channel->hunt.count && best != STANDS; i++) {
		enum nearness found = nearness_to(fiber, &targets[i]);
		best = found > best ? found : best;
	}
	return best;
}

/* The thread is seen with a new operation: is it to be held there, and for how long? */
static void look_at(const struct td_fiber *fiber)
{
	struct standing *standing = &standings[fiber->id];
	if (standing->op == fiber->op)
		return;
	*standing = (struct standing){.op = fiber->op, .since = td_event_count, .nearness = (uint8_t)nearest(fiber)};
	if (standing->nearness != FAR && td_lot_below(AT_ALL))
		standing->limit = 1u << (SHORTEST + td_lot_below(LONGEST - SHORTEST + 1));
}

static int is_held(const struct td_fiber *fiber)
{
	const struct standing *standing = &standings[fiber->id];
	return standing->limit && !td_channel->hunt.met_at && td_event_count - standing->since < standing->limit;
}

static void let_go(const struct td_fiber *fiber)
{
	standings[fiber->id].limit = 0;
}

/* Memory has a size, and two reads do not disturb each other; objects of synchronisation are what their addresses say. */
static int disturb_each_other(const struct td_pending *a, const struct td_pending *b)
{
	if (!a->size || !b->size)
		return 1;
	return (a->writes || b->writes) && a->object < b->object + b->size && b->object < a->object + a->size;
}

static int fits(const struct td_fiber *fiber, uint32_t target, enum nearness least)
{
	if (fiber->done || standings[fiber->id].op != fiber->op || nearness_to(fiber, &targets[target]) < least)
		return 0;
	for (uint32_t i = 0; i < target; i++)
		if (at[i] == fiber->id || !disturb_each_other(&td_fiber(at[i])->pending, &fiber->pending))
			return 0;
	return 1;
}

/* A thread of its own for this target and all after it, whether it can run or waits there. */
static int match_from(uint32_t target, enum nearness least)
{
	if (target == td_channel->hunt.count)
		return 1;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		if (!fits(td_fiber(i), target, least))
			continue;
		at[target] = (uint16_t)i;
		if (match_from(target + 1, least))
			return 1;
	}
	return 0;
}

/* In an order that is drawn: which of two accesses comes first may matter. */
static void begin_meeting(void)
{
	struct td_hunt *hunt = &td_channel->hunt;
	hunt->met++;
	hunt->met_at = td_event_count + 1;
	going = hunt->count;
	for (uint32_t i = going; i > 1; i--) {
		uint32_t k = td_lot_below(i);
		uint16_t other = at[k];
		at[k] = at[i - 1];
		at[i - 1] = other;
	}
	for (uint32_t i = 0; i < going; i++)
		hunt->threads[i] = at[i];
}

static struct td_fiber *next_of_meeting(void)
{
	while (going) {
		struct td_fiber *fiber = td_fiber(at[--going]);
		let_go(fiber);
		if (fiber->enabled && standings[fiber->id].op == fiber->op)
			return fiber;
	}
	return NULL;
}

/* All have come to where the locks are taken that lead to their targets. */
static void let_go_if_gathered(void)
{
	if (!match_from(0, APPROACHES))
		return;
	for (uint32_t i = 0; i < td_channel->hunt.count; i++)
		if (standings[at[i]].nearness == APPROACHES)
			let_go(td_fiber(at[i]));
}

static struct td_fiber *held_longest(struct td_fiber **candidates, uint32_t count)
{
	struct td_fiber *best = candidates[0];
	for (uint32_t i = 1; i < count; i++)
		if (standings[candidates[i]->id].since < standings[best->id].since)
			best = candidates[i];
	let_go(best);
	return best;
}

/* The first thread to stand at a target is the one that has most to lose: in half of the cases another one is let go. */
static struct td_fiber *one_of_held(struct td_fiber **candidates, uint32_t count)
{
	struct td_fiber *drawn = candidates[td_lot_below(count)];
	if (td_lot_below(2))
		return held_longest(candidates, count);
	let_go(drawn);
	return drawn;
}

/* Of those that are not held; the one that has run last usually goes on. */
static struct td_fiber *one_of_free(struct td_fiber **candidates, uint32_t count, const struct td_fiber *current)
{
	uint32_t free = 0;
	struct td_fiber *chosen = NULL;
	int stays = td_lot_below(chance) != 0;
	for (uint32_t i = 0; i < count; i++) {
		if (is_held(candidates[i]))
			continue;
		if (candidates[i] == current && stays)
			return candidates[i];
		if (td_lot_below(++free) == 0)
			chosen = candidates[i];
	}
	return chosen;
}

/* Who has said that others should run first is no candidate, but comes before those that are held. */
static struct td_fiber *one_that_yields(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		look_at(fiber);
		if (!fiber->loop.spinning && !fiber->time.would_time_out && !is_held(fiber))
			return fiber;
	}
	return NULL;
}

/* Whether somebody has come to a target just now: only then can all have come together. */
static int look_at_all(struct td_fiber **candidates, uint32_t count)
{
	int news = 0;
	for (uint32_t i = 0; i < count; i++) {
		int is_new = standings[candidates[i]->id].op != candidates[i]->op;
		look_at(candidates[i]);
		news |= is_new && standings[candidates[i]->id].nearness != FAR;
	}
	return news;
}

struct td_fiber *td_hunt_pick(struct td_fiber **candidates, uint32_t count, const struct td_fiber *current)
{
	struct td_fiber *chosen;
	if (!going && look_at_all(candidates, count) && !td_channel->hunt.met_at) {
		if (match_from(0, STANDS))
			begin_meeting();
		else
			let_go_if_gathered();
	}
	chosen = next_of_meeting();
	if (!chosen)
		chosen = one_of_free(candidates, count, current);
	if (!chosen)
		chosen = one_that_yields();
	return chosen ? chosen : one_of_held(candidates, count);
}
