#include "sched.h"

#include "bad_access.h"
#include "finish.h"
#include "pick.h"
#include "record.h"
#include "stretch.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum {
	MOST_STOPS = 8
};

static uint32_t TD_EXECUTION ended_count;

void td_sched_add(struct td_fiber *fiber)
{
	fiber->op = 1;
	td_watch_begin(fiber);
	fiber->pending =
		(struct td_pending){.kind = TD_BEGIN, .object = fiber->name_number, .pc = fiber->origin.entry + 1};
	if (td_strategy->new_fiber)
		td_strategy->new_fiber(fiber);
	td_enable(fiber, 1);
}

static void go_to(struct td_fiber *from, struct td_fiber *next, uint64_t until)
{
	td_record_segment(from, until, from->enabled);
	td_ops_of_others += from->op - next->op;
	td_pick_grant(next);
	td_fiber_switch(next);
}

static struct td_fiber *pick_or_end(struct td_fiber *fiber)
{
	struct td_fiber *next = td_pick(fiber);
	while (unlikely(!next)) {
		if (!td_time_passes() && !td_parts_wait_outside())
			td_finish_stuck(fiber);
		next = td_pick(fiber);
	}
	return next;
}

/* The invariant of sched.h, and that of fiber.h. */
static int is_valid(void)
{
	uint32_t enabled = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		/* The kernel may have changed its mind. */
		if (fiber->wait.object && fiber->wait.object->type == TD_O_FD) {
			enabled += fiber->enabled;
			continue;
		}
		if (fiber->name_number < TD_SEARCH_THREADS && td_enabled_by(fiber->name_number) != (fiber->enabled ? fiber : NULL))
			return 0;
		int can = !fiber->done && !fiber->parked && (td_available(fiber) || td_would_give_up(fiber));
		if (fiber->enabled != can || (can && td_enabled[fiber->turn.enabled_index] != fiber))
			return 0;
		enabled += (uint32_t)can;
	}
	return enabled == td_enabled_count && td_thread_pointer() == td_current->fs;
}

static void reschedule(struct td_fiber *fiber)
{
	if (unlikely(td_self_check()) && !is_valid())
		td_panic("self-check: the list of threads that can run is wrong");
	struct td_fiber *next = pick_or_end(fiber);
	if (next != fiber)
		go_to(fiber, next, fiber->op);
}

/* A schedule that is followed is as long as it is, unless the tool can ask for fewer events. */
static void too_many_events(uint64_t pc)
{
	if (td_mode.is_following && !td_channel->job.gives_up)
		return;
	td_channel->done.too_many = td_mode.is_following;
	td_finish(TD_END_CUT, pc, "more than %u events", td_event_limit);
}

static void set_pending(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc, int writes)
{
	fiber->op++;
	fiber->pending = (struct td_pending){.object = object, .pc = pc, .size = size, .kind = (uint8_t)kind,
					     .writes = (uint8_t)writes};
	td_record_look(fiber);
	if (td_strategy->new_operation)
		td_strategy->new_operation(fiber);
	if (unlikely(td_event_count >= td_event_limit))
		too_many_events(pc);
}

static void point(struct td_fiber *fiber)
{
	if (unlikely(fiber->op >= fiber->stop_at))
		td_pick_segment_over(fiber);
	if (fiber->stretch.depth && !td_mode.is_following) {
		if (td_strategy->in_stretch)
			td_strategy->in_stretch(fiber);
		return;
	}
	if (td_pick_goes_on(fiber))
		return;
	reschedule(fiber);
}

/* It has its turn: a primitive in a block that was freed, or on the stack of a thread that has ended, is as bad as anything else
 * there. */
static void check_primitive(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (!td_op_is(op->kind, TD_OP_READS_PRIMITIVE))
		return;
	if (unlikely(*td_shadow(op->object) & TD_SHADOW_NO_ACCESS))
		td_heap_bad_access(fiber, op->object, 1, 1, op->pc, (uint64_t)__builtin_frame_address(0));
	if (td_stack_is_gone(op->object))
		td_bad_stack_access(fiber, op->object, 1, 1, op->pc, (uint64_t)__builtin_frame_address(0));
}

void td_point(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc)
{
	set_pending(fiber, kind, object, size, pc, 0);
	if (unlikely(td_channel->job.reduce & TD_REDUCE_SPINS) && size)
		td_spin_assume_arrive(fiber);
	point(fiber);
	check_primitive(fiber);
}

void td_point_write(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc)
{
	set_pending(fiber, kind, object, size, pc, 1);
	if (unlikely(td_channel->job.reduce & TD_REDUCE_SPINS) && kind == TD_RMW)
		td_spin_assume_arrive(fiber);
	point(fiber);
	check_primitive(fiber);
}

void td_stop_here(struct td_fiber *fiber, uint64_t pc)
{
	fiber->pending = (struct td_pending){.kind = TD_NONE, .pc = pc};
	td_record_look(fiber);
	if (td_mode.is_systematic && !td_local_spin_is_over(fiber, pc))
		return;
	fiber->pending.pc = 0;
	td_pick_segment_over(fiber);
	if (fiber->stretch.depth && !td_mode.is_following)
		return;
	if (!td_mode.is_following) {
		fiber->turn.yielded_at = td_event_count;
		td_some_quiet = 1;
		td_watch_closely(fiber);
		if (!fiber->turn.stops)
			fiber->turn.alone_since = fiber->op;
		if (++fiber->turn.stops > (td_mode.is_systematic ? 1 : MOST_STOPS)) /* a search stops it much later */
			td_livelock_suspect();
		if (fiber->turn.stops <= 4) /* the watchdog is not to come before that */
			td_channel->done.beat++;
	}
	reschedule(fiber);
}

void td_wait(struct td_fiber *fiber, struct td_object *object, enum td_kind kind, uint64_t pc, uint64_t limit)
{
	set_pending(fiber, kind, object->address, 0, pc, 1);
	td_patience_begin(fiber, limit);
	fiber->pending.is_cancel_point = (uint8_t)td_op_is(kind, TD_OP_CANCELLATION_POINT);
	if (kind == TD_LOCK && limit == TD_FOR_EVER)
		td_lock_polling_arrive(fiber);
	if (unlikely(fiber->stretch.depth))
		td_atomic_wait(fiber, object);
	td_wait_link(fiber, object);
	td_refresh(fiber);
	if (!fiber->enabled)
		td_finish_if_cycle(fiber);
	if (fiber->enabled)
		point(fiber);
	else {
		if (fiber->op >= fiber->stop_at)
			td_pick_segment_over(fiber);
		reschedule(fiber);
	}
	if (fiber->time.would_time_out && fiber->time.timeouts < UINT8_MAX)
		fiber->time.timeouts++;
	td_wait_unlink(fiber);
	check_primitive(fiber);
}

void td_order(const struct td_fiber *before, struct td_fiber *after)
{
	td_race_order(before, after);
	if (td_is_traced())
		td_strategy->order(before, after);
}

void td_missed(const struct td_fiber *fiber)
{
	if (!td_would_give_up(fiber) && !td_cancel_is_due(fiber))
		return;
	if (fiber->time.timeouts >= TD_MOST_TIMEOUTS && td_mode.is_systematic)
		td_cut(TD_CUT_TIMEOUTS, fiber->pending.pc);
	else if (td_strategy->missed)
		td_strategy->missed(fiber);
}

struct td_fiber *td_sched_first(void)
{
	struct td_fiber *first = td_pick(NULL);
	td_pick_grant(first);
	return first;
}

void td_park(struct td_fiber *fiber)
{
	td_enable(fiber, 0);
	fiber->parked = 1;
	if (fiber->op + 1 >= fiber->stop_at)
		td_pick_segment_over(fiber);
	go_to(fiber, pick_or_end(fiber), fiber->op + 1);
	td_panic("a parked fibre was entered");
}

void td_sched_ended(struct td_fiber *fiber)
{
	fiber->done = 1;
	ended_count++;
	td_enable(fiber, 0);
	td_object_changed(fiber->thread);
	if (fiber->op + 1 >= fiber->stop_at)
		td_pick_segment_over(fiber);
	td_finish_if_abandoned(fiber);
	go_to(fiber, pick_or_end(fiber), fiber->op + 1);
	td_panic("an ended fibre was entered");
}

uint32_t td_sched_alive(void)
{
	return td_fiber_count - ended_count;
}

static uint32_t note_choice(uint32_t outcome)
{
	uint32_t *count = &td_channel->ended.choice_count;
	if (td_channel->job.by_reads_from)
		td_rf_print_outcome(td_current, outcome);
	if (*count < TD_MAX_CHOICES && !td_end_is_finding(td_channel->ended.end))
		td_channel->choices[(*count)++] = outcome;
	return outcome;
}

uint32_t td_choice(uint32_t n)
{
	return n > 1 ? note_choice(td_pick_choice(n)) : 0;
}

uint32_t td_choice_seldom(void)
{
	return note_choice(td_pick_seldom());
}
