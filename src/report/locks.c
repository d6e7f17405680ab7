#include "locks.h"

#include "wire/ops.h"

#include <string.h>

static struct td_held *find(struct td_locks *locks, uint64_t object, uint32_t thread)
{
	for (size_t i = 0; i < locks->count; i++)
		if (locks->items[i].object == object && locks->items[i].thread == thread)
			return &locks->items[i];
	return NULL;
}

static void take(struct td_locks *locks, uint64_t object, uint32_t thread, uint32_t event, uint32_t depth)
{
	struct td_held *held = find(locks, object, thread);

	if (held)
		held->depth += depth;
	else
		TD_PUSH(locks, ((struct td_held){ object, thread, event, depth }));
}

static uint32_t release(struct td_locks *locks, struct td_held *held, bool whole)
{
	uint32_t depth;

	if (!held)
		return 0;
	depth = held->depth;
	if (!whole && --held->depth)
		return depth;
	locks->count--;
	memmove(held, held + 1, (size_t)(locks->items + locks->count - held) * sizeof *held);
	return depth;
}

/* A wait knows only the low bits of its mutex or monitor. */
static struct td_held *find_mutex(struct td_locks *locks, uint32_t low_bits, uint32_t thread)
{
	for (size_t i = 0; i < locks->count; i++)
		if ((uint32_t)locks->items[i].object == low_bits && locks->items[i].thread == thread)
			return &locks->items[i];
	return NULL;
}

/* What a thread gets back when it wakes is the one it gave up when it began to wait. */
static uint64_t whole_address(const struct td_trace *trace, uint32_t i, uint32_t low_bits)
{
	while (i-- > 0) {
		const struct td_event *event = &trace->events[i].raw;

		if ((event->kind == TD_LOCK || event->kind == TD_ENTER) && (uint32_t)event->object == low_bits)
			return event->object;
	}
	return low_bits;
}

/* It lies where another one was that is still locked: that was initialised again without being unlocked. */
static void forget(struct td_locks *locks, uint64_t object)
{
	size_t kept = 0;

	for (size_t i = 0; i < locks->count; i++)
		if (locks->items[i].object != object)
			locks->items[kept++] = locks->items[i];
	locks->count = kept;
}

/* A thread that has the lock for itself, and has not had it before. */
static bool is_first_lock(const struct td_event *event)
{
	return (event->kind == TD_LOCK || event->kind == TD_WRLOCK) && event->value == 1 &&
	       !(event->flags & (TD_F_FAILED | TD_F_TIMEOUT));
}

void td_locks_step(struct td_locks *locks, const struct td_trace *trace, uint32_t i)
{
	const struct td_event *event = &trace->events[i].raw;

	if (is_first_lock(event) || event->kind == TD_INIT)
		forget(locks, event->object);
	if (td_op_is(event->kind, TD_OP_LOCKS) && !(event->flags & (TD_F_FAILED | TD_F_TIMEOUT)))
		take(locks, event->object, event->thread, i, 1);
	if (td_op_is(event->kind, TD_OP_UNLOCKS))
		release(locks, find(locks, event->object, event->thread), false);
	switch (event->kind) {
	case TD_COND_WAIT:
	case TD_SIGNAL: /* a monitor that is handed over; otherwise aux is 0, which nothing has */
		release(locks, find_mutex(locks, event->aux, event->thread), true);
		break;
	case TD_COND_WAKE: /* without a mutex it has given up waiting, and locks it by an event of its own */
		if (event->aux)
			take(locks, whole_address(trace, i, event->aux), event->thread, i, 1);
		break;
	default:
		break;
	}
}

const struct td_held *td_locks_holder(const struct td_locks *locks, uint64_t object, uint32_t not)
{
	for (size_t i = 0; i < locks->count; i++)
		if (locks->items[i].object == object && locks->items[i].thread != not)
			return &locks->items[i];
	return NULL;
}
