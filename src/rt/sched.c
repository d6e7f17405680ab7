#include "sched.h"

#include "alone.h"
#include "annotate.h"
#include "cancel.h"
#include "cut.h"
#include "fd.h"
#include "finish.h"
#include "heap.h"
#include "host.h"
#include "limit.h"
#include "livelock.h"
#include "mark.h"
#include "pick.h"
#include "port.h"
#include "race.h"
#include "readsfrom_print.h"
#include "record.h"
#include "rounds.h"
#include "search.h"
#include "shadow.h"
#include "silent.h"
#include "stand.h"
#include "thread.h"

enum {
	MOST_STOPS = 8,
	OWN_FOR_AN_EVENT = 200 /* operations on its own memory: after so many for each event that is allowed they are events, too */
};

struct td_fiber TD_STATE **td_enabled;
uint32_t TD_EXECUTION td_enabled_count;
uint64_t TD_EXECUTION td_enabled_names;
static struct td_fiber TD_STATE *named[TD_SEARCH_THREADS]; /* whoever has the name number in this execution, if it has been enabled */
static uint32_t TD_EXECUTION ended_count;
static uint64_t TD_EXECUTION ops_of_others; /* than the current fibre, less those it has done itself */
static uint8_t TD_EXECUTION some_loop;      /* somebody may go round, or may have done so: others have to look what they change */

void td_sched_setup(void)
{
	td_enabled = td_map(TD_MAX_THREADS * sizeof *td_enabled);
}

void td_sched_reset(void)
{
	td_enabled_count = 0;
	td_enabled_names = 0;
}

void td_sched_mark(void)
{
	td_mark_keep(td_enabled, td_enabled_count * sizeof *td_enabled);
}

static void note_name(struct td_fiber *fiber)
{
	if (fiber->name_number >= TD_SEARCH_THREADS)
		return;
	named[fiber->name_number] = fiber;
	td_enabled_names ^= td_thread_bit(fiber->name_number);
}

struct td_fiber *td_enabled_by(uint32_t name)
{
	return name < TD_SEARCH_THREADS && td_enabled_names & td_thread_bit(name) ? named[name] : NULL;
}

static void enable(struct td_fiber *fiber, int on)
{
	if (fiber->enabled == on)
		return;
	fiber->enabled = (uint8_t)on;
	fiber->could_run_at = td_event_count;
	note_name(fiber);
	if (on) {
		td_silent_enabled(fiber);
		fiber->enabled_index = td_enabled_count;
		td_enabled[td_enabled_count++] = fiber;
		return;
	}
	struct td_fiber *moved = td_enabled[--td_enabled_count];
	td_enabled[fiber->enabled_index] = moved;
	moved->enabled_index = fiber->enabled_index;
}

static int can_be_canceled_in(uint8_t kind)
{
	return kind == TD_COND_WAKE || kind == TD_JOIN || kind == TD_SEM_WAIT || kind == TD_FD_READ || kind == TD_FD_WRITE ||
	       kind == TD_FD_POLL || kind == TD_FD_ACCEPT || kind == TD_MQ_SEND || kind == TD_MQ_RECEIVE;
}

int td_available(const struct td_fiber *fiber)
{
	const struct td_object *object = fiber->waiting;
	if (!object)
		return 1;
	if (unlikely(td_cancel_is_due(fiber)))
		return 1;
	switch (fiber->pending.kind) {
	case TD_LOCK: return !object->owner;
	case TD_COND_WAKE: return fiber->woken && (!object->owner || object->owner == fiber);
	case TD_ENTER: return !object->owner;
	case TD_RESUME: return object->owner == fiber;
	case TD_RDLOCK: return !object->owner;
	case TD_WRLOCK: return !object->owner && !object->readers;
	case TD_SEM_WAIT: return object->count > 0;
	case TD_MQ_RECEIVE: return object->count > 0;
	case TD_SEM_POST:
	case TD_MQ_SEND: return object->count < object->limit;
	case TD_SEND:
	case TD_RECEIVE:
	case TD_SELECT: return td_port_is_ready(fiber);
	case TD_BARRIER_LEAVE: return object->generation != fiber->generation;
	case TD_ONCE_BEGIN: return object->kind != 1;
	case TD_JOIN: return object->owner->done;
	case TD_FUTEX_WAKE_UP: return fiber->woken;
	case TD_FD_READ:
	case TD_FD_WRITE:
	case TD_FD_ACCEPT:
	case TD_FD_POLL: return td_fd_ready(fiber);
	default: return 1;
	}
}

void td_refresh(struct td_fiber *fiber)
{
	int can = td_available(fiber);
	fiber->would_time_out = !can && td_would_give_up(fiber);
	if (can)
		fiber->could_run_at = td_event_count;
	if (fiber->would_time_out)
		td_pick_quiet();
	enable(fiber, can || fiber->would_time_out);
}

void td_object_changed(struct td_object *object)
{
	for (struct td_fiber *fiber = object->first; fiber; fiber = fiber->next)
		td_refresh(fiber);
}

static void link_last(struct td_fiber *fiber, struct td_object *object)
{
	fiber->waiting = object;
	fiber->next = NULL;
	fiber->prev = object->last;
	if (object->last)
		object->last->next = fiber;
	else
		object->first = fiber;
	object->last = fiber;
}

static void unlink_fiber(struct td_fiber *fiber)
{
	struct td_object *object = fiber->waiting;
	if (fiber->prev)
		fiber->prev->next = fiber->next;
	else
		object->first = fiber->next;
	if (fiber->next)
		fiber->next->prev = fiber->prev;
	else
		object->last = fiber->prev;
	fiber->waiting = NULL;
}

void td_requeue(struct td_fiber *fiber, struct td_object *to)
{
	unlink_fiber(fiber);
	link_last(fiber, to);
	td_refresh(fiber);
}

/* With a tag that no granule has, every access takes the slow way. */
static void watch(struct td_fiber *fiber, int on)
{
	fiber->watched = (uint8_t)on;
	if (on || fiber->suspect || fiber->glance.pc || fiber->round.state || fiber->likeness || td_livelock_is_tried || td_channel->job.hash_all ||
	    td_pick_sees_all())
		fiber->tag = TD_SHADOW_MANY;
	else
		fiber->tag = (uint16_t)(fiber->id + 1);
}

void td_suspect(struct td_fiber *fiber, int on)
{
	fiber->suspect = (uint8_t)on;
	some_loop |= (uint8_t)on;
	watch(fiber, fiber->watched);
}

void td_watch_own_memory(struct td_fiber *fiber)
{
	some_loop |= fiber->round.state != 0;
	watch(fiber, fiber->watched);
}

void td_watch_closely(struct td_fiber *fiber)
{
	watch(fiber, 1);
}

void td_changed_own_memory(struct td_fiber *fiber)
{
	fiber->own_changes++;
	td_rounds_changed(fiber);
	if (!fiber->suspect)
		return;
	fiber->stamp++;
	fiber->forgotten = fiber->hit_count = 0;
	td_suspect(fiber, 0);
}

void td_sched_add(struct td_fiber *fiber)
{
	fiber->op = 1;
	fiber->end_is_seen = (*td_shadow(fiber->fs) & TD_SHADOW_SHARED) || td_thread_ends_matter();
	watch(fiber, 0);
	fiber->pending = (struct td_pending){.kind = TD_BEGIN, .object = fiber->name_number, .pc = fiber->entry + 1};
	td_pick_new_fiber(fiber);
	enable(fiber, 1);
}

static void go_to(struct td_fiber *from, struct td_fiber *next, uint64_t until)
{
	td_record_segment(from, until, from->enabled);
	ops_of_others += from->op - next->op;
	td_pick_grant(next);
	td_fiber_switch(next);
}

static struct td_fiber *pick_or_end(struct td_fiber *fiber)
{
	struct td_fiber *next = td_pick(fiber);
	while (unlikely(!next)) {
		if (!td_time_passes() && !td_fd_wait_outside())
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
		if (fiber->waiting && fiber->waiting->type == TD_O_FD) { /* the kernel may have changed its mind */
			enabled += fiber->enabled;
			continue;
		}
		if (fiber->name_number < TD_SEARCH_THREADS && td_enabled_by(fiber->name_number) != (fiber->enabled ? fiber : NULL))
			return 0;
		int can = !fiber->done && !fiber->parked && (td_available(fiber) || td_would_give_up(fiber));
		if (fiber->enabled != can || (can && td_enabled[fiber->enabled_index] != fiber))
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

static void set_pending(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc, int writes)
{
	fiber->op++;
	fiber->pending = (struct td_pending){.object = object, .pc = pc, .size = size, .kind = (uint8_t)kind,
					     .writes = (uint8_t)writes};
	td_record_look(fiber);
	td_pick_new_operation(fiber);
	if (unlikely(td_event_count >= td_event_limit) && !td_pick_is_following())
		td_finish(TD_END_CUT, pc, "more than %u events", td_event_limit);
}

static void point(struct td_fiber *fiber)
{
	if (unlikely(fiber->op >= fiber->stop_at))
		td_pick_segment_over(fiber);
	if (fiber->atomic_depth && !td_pick_is_following()) {
		td_pick_in_stretch(fiber);
		return;
	}
	if (td_pick_goes_on(fiber))
		return;
	reschedule(fiber);
}

/* Who has been woken, or let through a barrier, may find it gone: the C library lets others destroy it from then on. */
static int uses_primitive(enum td_kind kind)
{
	return (kind >= TD_LOCK && kind <= TD_SEM_GET && kind != TD_COND_WAKE) || kind == TD_BARRIER_ARRIVE || kind == TD_INIT ||
	       kind == TD_DESTROY;
}

/* It has its turn: a primitive in a block that was freed is as bad as anything else there. */
static void check_primitive(struct td_fiber *fiber)
{
	const struct td_pending *op = &fiber->pending;
	if (uses_primitive(op->kind) && unlikely(*td_shadow(op->object) & TD_SHADOW_NO_ACCESS))
		td_heap_bad_access(fiber, op->object, 1, 1, op->pc, (uint64_t)__builtin_frame_address(0));
}

void td_point(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc)
{
	set_pending(fiber, kind, object, size, pc, 0);
	if (unlikely(td_channel->job.reduce & TD_REDUCE_SPINS) && size)
		td_stand_arrive(fiber);
	point(fiber);
	check_primitive(fiber);
}

void td_point_write(struct td_fiber *fiber, enum td_kind kind, uint64_t object, uint32_t size, uint64_t pc)
{
	set_pending(fiber, kind, object, size, pc, 1);
	if (unlikely(td_channel->job.reduce & TD_REDUCE_SPINS) && kind == TD_RMW)
		td_stand_arrive(fiber);
	point(fiber);
	check_primitive(fiber);
}

void td_stop_here(struct td_fiber *fiber, uint64_t pc)
{
	fiber->pending = (struct td_pending){.kind = TD_NONE, .pc = pc};
	td_record_look(fiber);
	if (td_pick_is_systematic() && !td_alone_is_over(fiber, pc))
		return;
	fiber->pending.pc = 0;
	td_pick_segment_over(fiber);
	if (fiber->atomic_depth && !td_pick_is_following())
		return;
	if (!td_pick_is_following()) {
		fiber->yielded_at = td_event_count;
		td_pick_quiet();
		watch(fiber, 1);
		if (!fiber->stops)
			fiber->alone_since = fiber->op;
		if (++fiber->stops > (td_pick_is_systematic() ? 1 : MOST_STOPS)) /* a search stops it much later */
			td_livelock_suspect();
		if (fiber->stops <= 4) /* the watchdog is not to come before that */
			td_channel->done.beat++;
	}
	reschedule(fiber);
}

void td_wait(struct td_fiber *fiber, struct td_object *object, enum td_kind kind, uint64_t pc, uint64_t limit)
{
	set_pending(fiber, kind, object->address, 0, pc, 1);
	td_patience_begin(fiber, limit);
	fiber->pending.is_cancel_point = (uint8_t)can_be_canceled_in(kind);
	if (kind == TD_LOCK && limit == TD_FOR_EVER)
		td_rounds_arrive(fiber);
	if (unlikely(fiber->atomic_depth))
		td_atomic_wait(fiber, object);
	link_last(fiber, object);
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
	if (fiber->would_time_out && fiber->timeouts < UINT8_MAX)
		fiber->timeouts++;
	unlink_fiber(fiber);
	check_primitive(fiber);
}

void td_order(const struct td_fiber *before, struct td_fiber *after)
{
	td_race_order(before, after);
	if (td_pick_is_tracing())
		td_pick_order(before, after);
}

void td_missed(const struct td_fiber *fiber)
{
	if (!td_would_give_up(fiber) && !td_cancel_is_due(fiber))
		return;
	if (fiber->timeouts >= TD_MOST_TIMEOUTS && td_pick_is_systematic())
		td_cut(TD_CUT_TIMEOUTS, fiber->pending.pc);
	else if (td_pick_is_by_trace())
		td_search_missed(fiber);
	else if (td_pick_is_tracing())
		td_cut(TD_CUT_READS_FROM, fiber->pending.pc);
}

struct td_fiber *td_sched_first(void)
{
	struct td_fiber *first = td_pick(NULL);
	td_pick_grant(first);
	return first;
}

void td_park(struct td_fiber *fiber)
{
	enable(fiber, 0);
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
	enable(fiber, 0);
	td_object_changed(fiber->thread);
	if (fiber->detached || fiber->joined)
		td_fiber_release(fiber);
	if (fiber->op + 1 >= fiber->stop_at)
		td_pick_segment_over(fiber);
	td_finish_if_abandoned(fiber);
	go_to(fiber, pick_or_end(fiber), fiber->op + 1);
	td_panic("an ended fibre was entered");
}

uint64_t td_sched_ops(void)
{
	return ops_of_others + td_current->op;
}

uint32_t td_sched_alive(void)
{
	return td_fiber_count - ended_count;
}

void td_progress(struct td_fiber *fiber)
{
	td_spin_forget(fiber);
	if (unlikely(fiber->watched || fiber->suspect)) {
		fiber->suspect = 0;
		watch(fiber, fiber->stops && fiber->op - fiber->alone_since > OWN_FOR_AN_EVENT * td_event_limit);
	}
	td_pick_changed();
	for (uint32_t i = 0; unlikely(some_loop) && i < td_enabled_count; i++) {
		struct td_fiber *other = td_enabled[i];
		if ((other->spinning || other->suspect || other->waker_count) && other != fiber)
			td_spin_written(other, &fiber->pending);
	}
}

void td_spins(struct td_fiber *fiber)
{
	fiber->spinning = 1;
	some_loop = 1;
	td_channel->done.spun |= td_pick_is_systematic();
	td_pick_quiet();
}

uint32_t td_choice(uint32_t n)
{
	uint32_t outcome = n > 1 ? td_pick_choice(n) : 0;
	uint32_t *count = &td_channel->ended.choice_count;
	if (n > 1 && td_channel->job.by_reads_from)
		td_rf_print_outcome(td_current, outcome);
	if (n > 1 && *count < TD_MAX_CHOICES && !td_end_is_finding(td_channel->ended.end))
		td_channel->choices[(*count)++] = outcome;
	return outcome;
}
