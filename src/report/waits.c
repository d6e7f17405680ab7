#include "waits.h"

#include <stdlib.h>

#include "locks.h"
#include "lost.h"
#include "words.h"

enum { MOST_NAMED = 3 };

/* Takes MORE over. */
static char *joined(char *text, const char *between, char *more)
{
	char *longer = td_format("%s%s%s", text, between, more);

	free(text);
	free(more);
	return longer;
}

/* "reader, reader#2 and 3 more hold it for reading", NULL if no other thread holds it. */
static char *readers_of(const struct td_trace *trace, uint64_t object, uint32_t thread)
{
	struct td_locks locks = { 0 };
	char *text = td_strdup("");
	uint32_t count = 0;

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++) {
		const struct td_held *held = &locks.items[i];

		if (held->object != object || held->thread == thread ||
		    trace->events[held->event].raw.kind != TD_RDLOCK)
			continue;
		if (count++ < MOST_NAMED)
			text = joined(text, *text ? ", " : "", td_strdup(trace->threads[held->thread].label));
	}
	if (count > MOST_NAMED)
		text = joined(text, " and ", td_format("%u more", count - MOST_NAMED));
	if (count < 2) { /* one is named as the holder */
		free(text);
		free(locks.items);
		return count ? td_strdup("for reading") : NULL;
	}
	free(locks.items);
	return joined(td_strdup(""), "; ", joined(text, "", td_strdup(" hold it for reading")));
}

static char *write_lock(const struct td_trace *trace, uint32_t thread, char *text)
{
	char *readers = readers_of(trace, trace->threads[thread].raw.object, thread);

	if (!readers)
		return text;
	return joined(text, readers[0] == ';' ? "" : " ", readers);
}

/* Whether all threads that are left are blocked as well. */
static bool is_everybody_blocked(const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (trace->threads[i].raw.state != TD_T_BLOCKED && trace->threads[i].raw.state != TD_T_DONE)
			return false;
	return true;
}

static char *condition(const struct td_trace *trace, uint32_t thread, char *text)
{
	struct td_lost lost;

	if (trace->threads[thread].raw.holder != UINT16_MAX) /* it was woken */
		return text;
	if (td_lost_by(trace, thread, &lost))
		text = joined(text, "; ", td_lost_words(trace, &lost));
	return is_everybody_blocked(trace) ? joined(text, "", td_strdup("; nobody is left who could signal")) : text;
}

static uint32_t last_done(const struct td_trace *trace, uint64_t object, enum td_kind kind)
{
	uint32_t i = trace->event_count;

	while (i-- > 0) {
		const struct td_event *event = &trace->events[i].raw;

		if (event->kind == kind && event->object == object && !(event->flags & (TD_F_FAILED | TD_F_TIMEOUT)))
			return i;
	}
	return UINT32_MAX;
}

/* ", last posted by worker (pool.c:12)". */
static char *add_last(const struct td_trace *trace, char *text, const char *did, uint32_t i)
{
	const struct td_trace_event *event = &trace->events[i];
	char *place = td_words_place(&trace->sites[event->site]);

	text = joined(text, ", last ", td_format("%s by %s (%s)", did, trace->threads[event->raw.thread].label, place));
	free(place);
	return text;
}

static char *semaphore(const struct td_trace *trace, uint32_t thread, char *text)
{
	uint64_t object = trace->threads[thread].raw.object;
	uint32_t taken = last_done(trace, object, TD_SEM_WAIT), posted = last_done(trace, object, TD_SEM_POST);

	if (taken != UINT32_MAX)
		text = add_last(trace, text, "taken", taken);
	if (posted != UINT32_MAX)
		text = add_last(trace, text, "posted", posted);
	else
		text = joined(text, "", td_strdup(", never posted"));
	return joined(text, "", td_strdup("; nobody is left who could post"));
}

/* Whom it waits for waits as well: that is said in a few words, the thread has a line of its own. */
static char *join(const struct td_trace *trace, uint32_t thread, char *text)
{
	uint64_t other = trace->threads[thread].raw.object;

	if (other >= trace->thread_count || other == thread || trace->threads[other].raw.state != TD_T_BLOCKED)
		return text;
	return joined(text, ", which ", td_words_blocked(trace, (uint32_t)other));
}

char *td_waits_words(const struct td_trace *trace, uint32_t thread)
{
	char *text = td_words_blocked(trace, thread);

	switch (trace->threads[thread].raw.pending) {
	case TD_WRLOCK:
		return write_lock(trace, thread, text);
	case TD_COND_WAKE:
	case TD_FUTEX_WAKE_UP:
		return condition(trace, thread, text);
	case TD_SEM_WAIT:
		return is_everybody_blocked(trace) ? semaphore(trace, thread, text) : text;
	case TD_JOIN:
		return join(trace, thread, text);
	default:
		return text;
	}
}

bool td_in_cycle(const struct td_trace *trace, uint32_t thread)
{
	for (uint32_t i = 0; i < trace->ended.cycle_count; i++)
		if (trace->ended.cycle[i] == thread)
			return true;
	return false;
}
