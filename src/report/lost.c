#include "lost.h"

#include <stdlib.h>

#include "words.h"

/* Elsewhere a thread may still signal, and in a circle of threads that is not what is wrong. */
static bool stands_still(const struct td_trace *trace)
{
	enum td_end end = trace->ended.end;

	return !trace->ended.cycle_count &&
	       (end == TD_END_DEADLOCK || end == TD_END_LEAKED_THREAD || end == TD_END_ENDLESS);
}

static bool waits_for_wake_up(const struct td_thread_info *thread)
{
	if (thread->state != TD_T_BLOCKED)
		return false;
	return thread->pending == TD_FUTEX_WAKE_UP || (thread->pending == TD_COND_WAKE && thread->holder == UINT16_MAX);
}

static bool is_wait(const struct td_event *event)
{
	return event->kind == TD_COND_WAIT || event->kind == TD_FUTEX_WAIT;
}

static bool is_signal(const struct td_event *event)
{
	return event->kind == TD_SIGNAL || event->kind == TD_BROADCAST || event->kind == TD_FUTEX_WAKE;
}

static uint32_t last_wait(const struct td_trace *trace, uint32_t thread, uint64_t object)
{
	uint32_t i = trace->event_count;

	while (i-- > 0) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->thread == thread && event->object == object && is_wait(event))
			return i;
	}
	return UINT32_MAX;
}

/* Where the thread that signals has last taken a lock: what it has written since is what the signal is about. */
static uint32_t last_lock(const struct td_trace *trace, uint32_t signal)
{
	uint32_t i = signal;

	while (i-- > 0)
		if (trace->events[i].raw.thread == trace->events[signal].raw.thread &&
		    trace->events[i].raw.kind == TD_LOCK)
			return i;
	return signal;
}

static bool reads_between(const struct td_trace *trace, uint32_t thread, uint64_t object, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->thread == thread && event->object == object &&
		    (event->kind == TD_READ || event->kind == TD_RMW))
			return true;
	}
	return false;
}

/* Has the thread found out before it waited?  It has if it looked at what was changed, as an idle worker does. */
static bool knew_of(const struct td_trace *trace, uint32_t signal, uint32_t thread, uint32_t wait)
{
	for (uint32_t i = last_lock(trace, signal); i < signal; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->thread == trace->events[signal].raw.thread &&
		    (event->kind == TD_WRITE || event->kind == TD_RMW) &&
		    reads_between(trace, thread, event->object, signal, wait))
			return true;
	}
	return false;
}

bool td_lost_by(const struct td_trace *trace, uint32_t thread, struct td_lost *lost)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;
	uint32_t wait = UINT32_MAX, signals = 0;
	bool found = false;

	if (stands_still(trace) && waits_for_wake_up(info))
		wait = last_wait(trace, thread, info->object);
	for (uint32_t i = 0; wait != UINT32_MAX && i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->object != info->object || !is_signal(event))
			continue;
		signals++;
		if (i < wait && event->value && event->kind != TD_BROADCAST)
			continue; /* has done its work; a broadcast was meant for all */
		if (i < wait && knew_of(trace, i, thread, wait))
			continue;
		*lost = (struct td_lost){ .thread = thread, .event = i, .went_elsewhere = i > wait };
		found = true;
	}
	lost->is_only = found && signals == 1;
	return found;
}

bool td_lost_by_any(const struct td_trace *trace, struct td_lost *lost)
{
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (td_lost_by(trace, i, lost))
			return true;
	return false;
}

static char *what_became(const struct td_trace *trace, const struct td_lost *lost)
{
	const struct td_event *event = &trace->events[lost->event].raw;

	if (!lost->went_elsewhere)
		return td_strdup("came before it waited");
	if (event->kind == TD_SIGNAL && event->value && event->value <= trace->thread_count)
		return td_format("woke %s", trace->threads[event->value - 1].label);
	return td_strdup("woke others");
}

char *td_lost_words(const struct td_trace *trace, const struct td_lost *lost)
{
	const struct td_trace_event *event = &trace->events[lost->event];
	char *became = what_became(trace, lost), *place = td_words_place(&trace->sites[event->site]);
	const char *noun = event->raw.kind == TD_SIGNAL      ? "signal"
			   : event->raw.kind == TD_BROADCAST ? "broadcast"
							     : "futex wake";
	char *text = td_format("the %s %s %s (%s%s%s)", lost->is_only ? "only" : "last", noun, became,
			       trace->threads[event->raw.thread].label, *place ? " at " : "", place);

	free(became);
	free(place);
	return text;
}
