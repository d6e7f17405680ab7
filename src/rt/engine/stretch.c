#include "stretch.h"

#include "record.h"
#include "sched.h"
#include "rt/race.h"
#include "rt/core.h"
#include "rt/state.h"

void td_atomic_begin(uint64_t pc)
{
	struct td_fiber *self = td_current;
	if (!self->stretch.depth) {
		td_point(self, TD_ATOMIC_BEGIN, 0, 0, pc);
		td_record(self, 0);
		self->stretch.stamp = self->counts.stamp;
		self->stretch.event = td_event_count;
	}
	self->stretch.depth++;
}

void td_atomic_end(void)
{
	struct td_fiber *self = td_current;
	if (!self->stretch.depth || --self->stretch.depth)
		return;
	for (uint32_t i = 0; i < self->locks.held_count; i++)
		td_atomic_held(self, self->held[i].object);
	td_race_stretch_over(self);
}

void td_atomic_held(const struct td_fiber *fiber, struct td_object *lock)
{
	if (fiber->stretch.depth || !td_strategy->is_by_trace)
		return;
	lock->is_kept = 1;
	if (lock->is_in_stretch)
		td_cut(TD_CUT_STRETCH, fiber->pending.pc);
}

void td_atomic_wait(const struct td_fiber *fiber, struct td_object *object)
{
	int is_lock = object->type == TD_O_MUTEX || object->type == TD_O_RWLOCK || object->type == TD_O_SPIN;
	/* To wait at its first operation is not to have begun. */
	if (!td_strategy->is_by_trace || td_event_count == fiber->stretch.event)
		return;
	object->is_in_stretch = 1;
	if (!is_lock || object->is_kept)
		td_cut(TD_CUT_STRETCH, fiber->pending.pc);
}

int td_atomic_is_half_done(const struct td_fiber *fiber)
{
	return fiber->stretch.depth && fiber->counts.stamp != fiber->stretch.stamp;
}
