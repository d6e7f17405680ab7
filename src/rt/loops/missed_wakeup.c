#include "missed_wakeup.h"

#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

uint8_t TD_STATE td_missed_wakeup_is_used;

void td_missed_wakeup_add(struct td_fiber *fiber, uint64_t address, uint32_t size, uint64_t lock, uint32_t waker)
{
	uint32_t step = td_step_under_way(fiber);
	if (step == TD_NO_STEP || waker == TD_NO_STEP)
		return;
	td_missed_wakeup_is_used = 1;
	if (fiber->loop.missed_wakeup_count == TD_MOST_MISSED_WAKEUPS)
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
	else
		fiber->lists.missed_wakeups[fiber->loop.missed_wakeup_count++] =
			(struct td_missed_wakeup){address, lock, size, step, waker};
}

static int is_at(const struct td_missed_wakeup *late, const struct td_pending *op)
{
	if (!late->size)
		return op->object == late->address;
	return op->object < late->address + late->size && late->address < op->object + (op->size ? op->size : 1);
}

static int is_for_anything(const struct td_missed_wakeup *late)
{
	return !late->address;
}

static int holds(const struct td_fiber *fiber, uint64_t lock)
{
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		if (fiber->held[i].object->address == lock)
			return 1;
	return 0;
}

static void look(const struct td_fiber *fiber, const struct td_missed_wakeup *late, const struct td_fiber *by)
{
	const struct td_pending *op = &by->pending;
	if (!op->writes || !(is_for_anything(late) || is_at(late, op)) || holds(by, late->lock) || op->object == late->lock)
		return;
	if (!td_strategy->is_before(late->step, by->name_number) && !td_strategy->is_before(late->waker, by->name_number))
		td_cut(TD_CUT_SPIN, fiber->pending.pc);
}

/* A thread that changes it from now on comes after the fibre. */
static void forget(struct td_fiber *fiber)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < fiber->loop.missed_wakeup_count; i++)
		if (is_for_anything(&fiber->lists.missed_wakeups[i]) ||
		    !is_at(&fiber->lists.missed_wakeups[i], &fiber->pending))
			fiber->lists.missed_wakeups[left++] = fiber->lists.missed_wakeups[i];
	fiber->loop.missed_wakeup_count = left;
}

void td_missed_wakeup_did(struct td_fiber *fiber)
{
	if (!td_strategy->is_by_trace)
		return;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		for (uint32_t k = 0; td_fiber(i) != fiber && k < td_fiber(i)->loop.missed_wakeup_count; k++)
			look(td_fiber(i), &td_fiber(i)->lists.missed_wakeups[k], fiber);
	forget(fiber);
}
