/* Monitors and their condition variables.
 *
 * Entering is what threads compete for.  All else that is done with a monitor is done by whoever is inside, so its order follows
 * from the order of the entries; only where a signaller continues does the one that was signalled compete as well.
 *
 * `owner` is who is inside, or to whom the monitor has been handed over and who has not gone on yet.  Signallers that gave way are
 * in the monitor's list of pending fibres, before TD_RESUME, in the order in which they came. */
#include "uncancelled.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"
#include "wire/sync.h"

static struct td_object *monitor_of(treadle_monitor_t *monitor, uint64_t pc)
{
	struct td_object *object = td_primitive_made(monitor, TD_O_MONITOR, pc);
	object->kind = (uint8_t)monitor->discipline;
	return object;
}

static struct td_object *condition_of(treadle_condition_t *condition, uint64_t pc)
{
	return td_primitive_made(condition, TD_O_COND, pc);
}

static void check_inside(const struct td_object *monitor, const char *what, uint64_t pc)
{
	if (monitor->owner != td_current)
		td_finish_at(TD_END_NOT_OWNER, pc, (uint64_t)__builtin_frame_address(0), monitor->address,
			     "%s a monitor that the thread is not in", what);
}

static struct td_fiber *first_signaller(const struct td_object *monitor)
{
	struct td_fiber *fiber = monitor->first;
	while (fiber && fiber->pending.kind != TD_RESUME)
		fiber = fiber->wait.next;
	return fiber;
}

static void give_up(struct td_fiber *self, struct td_object *monitor, struct td_fiber *to)
{
	td_race_release(self, monitor->address);
	td_unhold(self, monitor);
	monitor->owner = to;
	td_object_changed(monitor);
}

static void have(struct td_fiber *self, struct td_object *monitor)
{
	monitor->owner = self;
	td_race_acquire(self, monitor->address);
	td_hold(self, monitor, 0);
	td_object_changed(monitor);
}

static void enter(treadle_monitor_t *monitor, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = monitor_of(monitor, pc);
	if (object->owner == self)
		td_finish_at(TD_END_SELF_DEADLOCK, pc, (uint64_t)__builtin_frame_address(0), object->address,
			     "the thread enters a monitor that it is in already");
	td_wait_uncanceled(self, object, TD_ENTER, pc);
	td_acquired(self, object);
}

static void leave(treadle_monitor_t *monitor, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = monitor_of(monitor, pc);
	check_inside(object, "leaves", pc);
	td_point_write(self, TD_LEAVE, object->address, 0, pc);
	td_record(self, 0);
	give_up(self, object, first_signaller(object));
	td_progress(self);
}

static void wait(treadle_condition_t *condition, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = condition_of(condition, pc), *monitor = monitor_of(condition->monitor, pc);
	check_inside(monitor, "waits in", pc);
	td_point_write(self, TD_COND_WAIT, object->address, 0, pc);
	td_record(self, 0)->aux = (uint32_t)monitor->address;
	td_record_also(self, monitor->address);
	give_up(self, monitor, first_signaller(monitor));
	td_progress(self);
	self->wait.woken = 0;
	self->wait.mutex_after = monitor;
	td_wait_uncanceled(self, object, TD_COND_WAKE, pc);
	have(self, monitor);
	self->pending.unshared = 1; /* the signal has taken it off the list; what matters now is the monitor */
	td_record(self, 1)->aux = (uint32_t)monitor->address;
	td_record_also(self, monitor->address);
	td_progress(self);
}

/* The fibre that has waited longest will go on: at once if it is handed the monitor, otherwise when it is free. */
static void wake_first(struct td_object *condition, struct td_object *monitor)
{
	struct td_fiber *fiber = condition->first;
	fiber->wait.woken = 1;
	td_order(td_current, fiber);
	td_requeue(fiber, monitor);
}

static void give_way(struct td_fiber *self, struct td_object *monitor, struct td_fiber *to, uint64_t pc)
{
	td_record_also(self, monitor->address);
	give_up(self, monitor, to);
	td_progress(self);
	td_wait_uncanceled(self, monitor, TD_RESUME, pc);
	have(self, monitor);
	td_record(self, 0);
	td_progress(self);
}

static void signal_one(treadle_condition_t *condition, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = condition_of(condition, pc), *monitor = monitor_of(condition->monitor, pc);
	check_inside(monitor, "signals in", pc);
	td_point_write(self, TD_SIGNAL, object->address, 0, pc);
	struct td_fiber *woken = object->first;
	struct td_event *event = td_record(self, woken ? 1u + woken->id : 0);
	if (!woken)
		return;
	wake_first(object, monitor);
	if (monitor->kind == TREADLE_SIGNAL_AND_CONTINUE) {
		td_progress(self);
		return;
	}
	event->aux = (uint32_t)monitor->address;
	give_way(self, monitor, woken, pc);
}

static void signal_all(treadle_condition_t *condition, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = condition_of(condition, pc), *monitor = monitor_of(condition->monitor, pc);
	uint64_t woken = 0;
	check_inside(monitor, "signals in", pc);
	if (monitor->kind != TREADLE_SIGNAL_AND_CONTINUE)
		td_finish_at(TD_END_BAD_PRIMITIVE, pc, (uint64_t)__builtin_frame_address(0), monitor->address,
			     "signal_all in a monitor whose signallers do not continue");
	td_point_write(self, TD_BROADCAST, object->address, 0, pc);
	for (; object->first; woken++)
		wake_first(object, monitor);
	td_record(self, woken);
	if (woken)
		td_progress(self);
}

static unsigned length(treadle_condition_t *condition, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = condition_of(condition, pc);
	unsigned count = 0;
	check_inside(monitor_of(condition->monitor, pc), "looks into", pc);
	td_point(self, TD_LENGTH, object->address, 0, pc);
	for (const struct td_fiber *fiber = object->first; fiber; fiber = fiber->wait.next)
		count++;
	td_record(self, count);
	return count;
}

TD_EXPORT void treadle_rt_monitor_init(treadle_monitor_t *monitor, unsigned long discipline)
{
	td_primitive_init(monitor, TD_O_MONITOR, TD_HERE);
	monitor->discipline = discipline;
}

TD_EXPORT void treadle_rt_monitor_destroy(treadle_monitor_t *monitor)
{
	monitor_of(monitor, TD_HERE);
	td_primitive_destroy(monitor, TD_O_MONITOR, TD_HERE, 8);
}

TD_EXPORT void treadle_rt_monitor_enter(treadle_monitor_t *monitor)
{
	enter(monitor, TD_HERE);
}

TD_EXPORT void treadle_rt_monitor_leave(treadle_monitor_t *monitor)
{
	leave(monitor, TD_HERE);
}

TD_EXPORT void treadle_rt_condition_init(treadle_condition_t *condition, treadle_monitor_t *monitor)
{
	td_primitive_init(condition, TD_O_COND, TD_HERE);
	condition->monitor = monitor;
}

TD_EXPORT void treadle_rt_condition_destroy(treadle_condition_t *condition)
{
	condition_of(condition, TD_HERE);
	td_primitive_destroy(condition, TD_O_COND, TD_HERE, 8);
}

TD_EXPORT void treadle_rt_condition_wait(treadle_condition_t *condition)
{
	wait(condition, TD_HERE);
}

TD_EXPORT void treadle_rt_condition_signal(treadle_condition_t *condition)
{
	signal_one(condition, TD_HERE);
}

TD_EXPORT void treadle_rt_condition_signal_all(treadle_condition_t *condition)
{
	signal_all(condition, TD_HERE);
}

TD_EXPORT unsigned treadle_rt_condition_length(treadle_condition_t *condition)
{
	return length(condition, TD_HERE);
}
