#include "invisible.h"

#include "runnable.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MOST = 8 };

/* Invariant: every thread that can run and whose operation is invisible is among them, except for the one that runs. */
static struct td_fiber TD_EXECUTION *perhaps[MOST];
static uint8_t TD_EXECUTION count, are_too_many; /* too many: it may be any thread */

void td_invisible_begin(void)
{
	count = are_too_many = 0;
}

void td_invisible_enabled(struct td_fiber *fiber)
{
	if (are_too_many)
		return;
	for (uint32_t i = 0; i < count; i++)
		if (perhaps[i] == fiber)
			return;
	if (count == MOST)
		are_too_many = 1;
	else
		perhaps[count++] = fiber;
}

int td_is_invisible(const struct td_fiber *fiber)
{
	if (td_op_is(fiber->pending.kind, TD_OP_INVISIBLE))
		return 1;
	switch (fiber->pending.kind) {
	case TD_EXIT: return !fiber->end.is_seen;
	case TD_JOIN: return fiber->wait.object && !fiber->pending.timed;
	case TD_RECEIVE:
	case TD_SELECT: return fiber->wait.woken; /* that a sender met it was the sender's step */
	default: return 0;
	}
}

static int is_invisible(const struct td_fiber *fiber)
{
	return fiber->enabled && td_is_invisible(fiber);
}

int td_invisible_waits(const struct td_fiber *fiber)
{
	return fiber->pending.kind == TD_JOIN && td_is_invisible(fiber);
}

static int is_patient(const struct td_fiber *fiber, int joins_wait)
{
	return joins_wait && fiber->pending.kind == TD_JOIN;
}

static struct td_fiber *first_of_all(int joins_wait)
{
	struct td_fiber *best = NULL;
	for (uint32_t i = 0; i < td_enabled_count; i++) {
		struct td_fiber *fiber = td_enabled[i];
		if ((!best || fiber->id < best->id) && td_is_invisible(fiber) && !is_patient(fiber, joins_wait))
			best = fiber;
	}
	return best;
}

static struct td_fiber *first_of_perhaps(int joins_wait)
{
	struct td_fiber *best = NULL;
	for (uint32_t i = 0; i < count;) {
		if (!is_invisible(perhaps[i])) {
			perhaps[i] = perhaps[--count];
			continue;
		}
		if (!is_patient(perhaps[i], joins_wait))
			best = !best || perhaps[i]->id < best->id ? perhaps[i] : best;
		i++;
	}
	return best;
}

/* There were many, and all that are left wait to join. */
static void look_anew(void)
{
	count = are_too_many = 0;
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (td_invisible_waits(td_enabled[i]))
			td_invisible_enabled(td_enabled[i]);
}

struct td_fiber *td_invisible_one(struct td_fiber *current, int joins_wait)
{
	if (current && is_invisible(current))
		td_invisible_enabled(current);
	struct td_fiber *best = are_too_many ? first_of_all(joins_wait) : first_of_perhaps(joins_wait);
	if (!best && are_too_many)
		look_anew();
	if (unlikely(td_self_check()) && best != first_of_all(joins_wait))
		td_panic("self-check: the list of threads with an invisible operation is wrong");
	return best;
}
