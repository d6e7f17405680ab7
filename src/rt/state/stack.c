#include "stack.h"

#include "frames.h"
#include "shadow.h"
#include "rt/sys.h"

/* Of each slot's stack and thread-local variables: all that is shared lies in it. */
static struct td_span TD_STATE (*shared)[TD_OWN_MEMORIES];

void td_stacks_setup(void)
{
	shared = td_map(TD_MAX_THREADS * sizeof *shared);
}

static enum td_own_memory memory_of(uint64_t address)
{
	return address < TD_DONORS ? TD_OWN_STACK : TD_OWN_VARIABLES;
}

static uint32_t slot_of(uint64_t address)
{
	return (uint32_t)((address - TD_STACKS) / TD_SLOT_ROOM % TD_MAX_THREADS);
}

static struct td_span span_of(const struct td_fiber *fiber, enum td_own_memory which)
{
	if (which == TD_OWN_STACK)
		return (struct td_span){fiber->stack.low, fiber->stack.high};
	return (struct td_span){fiber->fs - td_tls_size(), fiber->fs};
}

static int is_in(struct td_span span, uint64_t address)
{
	return address >= span.start && address < span.end;
}

struct td_fiber *td_stack_owner(uint64_t address)
{
	if (!td_stack_is_near(address))
		return NULL;
	struct td_fiber *fiber = td_slot_user(slot_of(address));
	return fiber && is_in(span_of(fiber, memory_of(address)), address) ? fiber : NULL;
}

/* Main's variables are let be while the program ends, and where a thread is that has parked, its last operation does not say. */
static int is_below_frames(const struct td_fiber *fiber, uint64_t address)
{
	uint64_t ip;
	return fiber->started && !fiber->parked && !fiber->end.is_near && td_frames_are_above(fiber, td_fiber_frame(fiber, &ip), address);
}

static int has_ended(const struct td_fiber *user, uint64_t address)
{
	return (user->done && user->id) || (user->end.gave_up >> memory_of(address) & 1);
}

/* Mostly the owner still has it. */
int td_stack_look(uint64_t address)
{
	const struct td_fiber *user = td_slot_user(slot_of(address));
	if (!user || user == td_current)
		return 0;
	int is_over = has_ended(user, address) ||
		      (!user->done && memory_of(address) == TD_OWN_STACK && is_below_frames(user, address));
	return is_over && td_stack_owner(address);
}

static void widen(struct td_span *span, uint64_t start, uint64_t end)
{
	if (!span->end || start < span->start)
		span->start = start;
	if (end > span->end)
		span->end = end;
}

void td_stack_learn(uint64_t start, uint64_t end)
{
	if (td_stack_is_near(start))
		widen(&shared[slot_of(start)][memory_of(start)], start, end);
}

void td_stack_forget(void)
{
	td_plain_set(shared, 0, TD_MAX_THREADS * sizeof *shared);
}

struct td_span td_stack_shared(const struct td_fiber *fiber, enum td_own_memory which)
{
	struct td_span found = {0}, known = shared[slot_of(fiber->stack.low)][which];
	if (!known.end)
		return found;
	struct td_span own = span_of(fiber, which);
	for (uint64_t at = known.start > own.start ? known.start : own.start; at < known.end && at < own.end; at += 8)
		if (*td_shadow(at) & TD_SHADOW_SHARED)
			widen(&found, at, at + 8);
	return found;
}
