#include "runnable.h"

#include "cancel.h"
#include "patience.h"
#include "invisible.h"
#include "rt/state.h"
#include "rt/sys.h"

struct td_fiber TD_STATE **td_enabled;
uint32_t TD_EXECUTION td_enabled_count;
uint64_t TD_EXECUTION td_enabled_names;
uint32_t TD_EXECUTION td_last_change;
uint8_t TD_EXECUTION td_some_quiet;
static struct td_fiber TD_STATE *named[TD_SEARCH_THREADS]; /* the fibre that has the name number in this execution, if it has been enabled */

void td_runnable_setup(void)
{
	td_enabled = td_map(TD_MAX_THREADS * sizeof *td_enabled);
}

void td_runnable_reset(void)
{
	td_enabled_count = 0;
	td_enabled_names = 0;
}

void td_runnable_mark(void)
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

void td_enable(struct td_fiber *fiber, int on)
{
	if (fiber->enabled == on)
		return;
	fiber->enabled = (uint8_t)on;
	fiber->turn.could_run_at = td_event_count;
	note_name(fiber);
	if (on) {
		td_invisible_enabled(fiber);
		fiber->turn.enabled_index = td_enabled_count;
		td_enabled[td_enabled_count++] = fiber;
		return;
	}
	struct td_fiber *moved = td_enabled[--td_enabled_count];
	td_enabled[fiber->turn.enabled_index] = moved;
	moved->turn.enabled_index = fiber->turn.enabled_index;
}

int td_available(const struct td_fiber *fiber)
{
	const struct td_object *object = fiber->wait.object;
	if (!object)
		return 1;
	if (unlikely(td_cancel_is_due(fiber)))
		return 1;
	return td_object_rows[object->type].is_available(object, fiber);
}

void td_refresh(struct td_fiber *fiber)
{
	int can = td_available(fiber);
	fiber->time.would_time_out = !can && td_would_give_up(fiber);
	if (can)
		fiber->turn.could_run_at = td_event_count;
	if (fiber->time.would_time_out)
		td_some_quiet = 1;
	td_enable(fiber, can || fiber->time.would_time_out);
}

void td_object_changed(struct td_object *object)
{
	td_object_imprint(object);
	for (struct td_fiber *fiber = object->first; fiber; fiber = fiber->wait.next)
		td_refresh(fiber);
}

void td_wait_link(struct td_fiber *fiber, struct td_object *object)
{
	fiber->wait.object = object;
	fiber->wait.next = NULL;
	fiber->wait.prev = object->last;
	if (object->last)
		object->last->wait.next = fiber;
	else
		object->first = fiber;
	object->last = fiber;
}

void td_wait_unlink(struct td_fiber *fiber)
{
	struct td_object *object = fiber->wait.object;
	if (fiber->wait.prev)
		fiber->wait.prev->wait.next = fiber->wait.next;
	else
		object->first = fiber->wait.next;
	if (fiber->wait.next)
		fiber->wait.next->wait.prev = fiber->wait.prev;
	else
		object->last = fiber->wait.prev;
	fiber->wait.object = NULL;
}

void td_requeue(struct td_fiber *fiber, struct td_object *to)
{
	td_wait_unlink(fiber);
	td_wait_link(fiber, to);
	td_refresh(fiber);
}
