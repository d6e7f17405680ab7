#include "acts.h"

#include "wire/ops.h"

/* Which descriptors belong together only the kernel knows: they are one object. */
#define DESCRIPTORS (UINT64_MAX - 1)

bool td_event_gave_up(const struct td_event *event)
{
	return event->flags & (TD_F_FAILED | TD_F_TIMEOUT | TD_F_SPURIOUS);
}

static uint8_t needs_of(const struct td_event *event)
{
	if (td_event_gave_up(event) || event->flags & TD_F_TRY)
		return 0;
	switch (event->kind) {
	case TD_LOCK:
	case TD_WRLOCK:
	case TD_FILE_LOCK:
	case TD_COND_WAKE: return TD_OPEN_LOCK;
	case TD_RDLOCK:
	case TD_FILE_RDLOCK: return TD_OPEN_READ_LOCK;
	case TD_SEM_WAIT: return TD_OPEN_TAKE;
	case TD_ONCE_BEGIN: return TD_OPEN_BEGIN;
	default: return 0;
	}
}

/* A compare-and-swap that failed is recorded as a read.  A thread that comes late to a once control only looks. */
static bool writes(const struct td_event *event)
{
	if (event->kind == TD_ONCE_BEGIN)
		return event->value;
	return (event->kind != TD_READ && event->kind != TD_SEM_GET && event->kind != TD_LOOK && event->kind != TD_FILE_LOOK) || event->flags & TD_F_FAILED;
}

static bool is_noticed(const struct td_event *event, bool ends_seen)
{
	switch (event->kind) {
	case TD_JOIN: /* waiting for the end is ordered after it anyhow; to look whether it has come is something else */
		return event->flags & TD_F_TRY || td_event_gave_up(event);
	case TD_EXIT:
	case TD_CANCEL:
		return ends_seen;
	default:
		return !td_op_is(event->kind, TD_OP_INDEPENDENT);
	}
}

uint32_t td_acts_of(const struct td_trace_event *event, uint64_t mutex, bool ends_seen, struct td_act *acts)
{
	const struct td_event *raw = &event->raw;
	struct td_act act = { raw->object, raw->size ? raw->size : 1, event->name, writes(raw), needs_of(raw) };

	if (!is_noticed(raw, ends_seen))
		return 0;
	if (td_op_acts_on(raw->kind, TD_ON_DESCRIPTOR) || act.address + act.size <= act.address)
		act.address = DESCRIPTORS, act.size = 1;
	acts[0] = act;
	if (raw->kind == TD_COND_WAKE && !td_event_gave_up(raw)) {
		/* The signal has taken it off the list; what matters now is the mutex. */
		acts[0] = (struct td_act){ mutex, 1, event->other, true, act.needs };
		return mutex != 0;
	}
	if (raw->kind != TD_COND_WAIT || !mutex)
		return 1;
	acts[1] = (struct td_act){ mutex, 1, event->other, true, 0 };
	return 2;
}

static bool had_permits(const struct td_event *event)
{
	if (event->kind == TD_SEM_POST)
		return event->value > 1;
	return event->kind != TD_SEM_WAIT || !td_event_gave_up(event);
}

uint8_t td_open_before(const struct td_object_state *state, const struct td_event *event)
{
	uint8_t open = had_permits(event) ? TD_OPEN_TAKE : 0;

	open |= state->owner ? 0 : TD_OPEN_READ_LOCK;
	open |= state->owner || state->readers ? 0 : TD_OPEN_LOCK;
	return open | (state->running ? 0 : TD_OPEN_BEGIN);
}

static void release(struct td_object_state *state, const struct td_event *event)
{
	if (state->owner && event->kind != TD_COND_WAIT && --state->depth)
		return;
	state->readers -= !state->owner && state->readers;
	state->owner = state->depth = 0;
}

void td_object_change(struct td_object_state *state, const struct td_event *event)
{
	if (td_event_gave_up(event))
		return;
	switch (event->kind) {
	case TD_LOCK:
	case TD_WRLOCK:
	case TD_FILE_LOCK:
	case TD_COND_WAKE:
		state->owner = event->thread + 1u;
		state->depth++;
		break;
	case TD_RDLOCK:
	case TD_FILE_RDLOCK: state->readers++; break;
	case TD_UNLOCK:
	case TD_RWUNLOCK:
	case TD_FILE_UNLOCK:
	case TD_COND_WAIT: release(state, event); break;
	case TD_ONCE_BEGIN: state->running = event->value; break;
	case TD_ONCE_END: state->running = false; break;
	case TD_INIT: *state = (struct td_object_state){ 0 }; break;
	default: break;
	}
}
