#include "replay_difference.h"

#include "cuts.h"
#include "replay.h"
#include "wire/ops.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };

/* The events of the replay, thread by thread. */
struct comparison {
	const struct td_channel *seen;
	const struct td_trace *again;
	uint32_t *next;                 /* the next event of the same thread */
	uint32_t now[TD_MAX_THREADS];   /* the first one of each thread that is not behind what it is compared with */
};

static void sort_by_thread(struct comparison *self)
{
	const struct td_trace *again = self->again;

	for (uint32_t i = 0; i < TD_MAX_THREADS; i++)
		self->now[i] = NONE;
	self->next = td_alloc((again->event_count + 1) * sizeof *self->next);
	for (uint32_t i = again->event_count; i-- > 0;) {
		uint16_t thread = again->events[i].raw.thread;

		self->next[i] = self->now[thread];
		self->now[thread] = i;
	}
}

static bool is_same_address(const struct comparison *self, uint64_t seen, uint64_t again)
{
	return td_relative_address(seen, self->seen->modules, self->seen->module_count) ==
	       td_relative_address(again, self->again->modules, self->again->module_count);
}

static bool is_same_operation(const struct comparison *self, const struct td_event *seen, const struct td_event *again)
{
	return seen->kind == again->kind && is_same_address(self, seen->pc, again->pc) &&
	       is_same_address(self, seen->object, again->object);
}

static bool tells_value(const struct td_event *event)
{
	return event->kind == TD_READ && event->size <= 8 && !(event->flags & TD_F_RANGE);
}

/* Blocks of the heap are events of a replay alone. */
static bool is_only_in_replays(const struct td_event *event)
{
	return td_op_acts_on(event->kind, TD_ON_BLOCK);
}

/* What the replay has for an operation: the same one, another one, or NONE. */
static uint32_t counterpart(struct comparison *self, const struct td_event *seen)
{
	uint32_t *now = &self->now[seen->thread % TD_MAX_THREADS], other = NONE;

	while (*now != NONE && self->again->events[*now].raw.op < seen->op)
		*now = self->next[*now];
	for (uint32_t i = *now; i != NONE && self->again->events[i].raw.op == seen->op; i = self->next[i]) {
		if (is_same_operation(self, seen, &self->again->events[i].raw))
			return i;
		if (!is_only_in_replays(&self->again->events[i].raw))
			other = i;
	}
	return other;
}

static const char *label_of(const struct comparison *self, uint32_t thread)
{
	return thread < self->again->thread_count ? self->again->threads[thread].label : "a thread";
}

/* "event 12 (producer, lock at q.c:40)" */
static char *event_words(const struct comparison *self, uint32_t i)
{
	const struct td_event *event = &self->seen->events[i];
	char *place = td_place_name(self->seen, event->pc);
	char *text = td_format("event %u (%s, %s%s%s)", i + 1, label_of(self, event->thread), td_kind_name(event->kind),
			       place ? " at " : "", place ? place : "");

	free(place);
	return text;
}

/* Takes WHICH over. */
static char *missing_words(char *which)
{
	char *text = td_format("%s did not come at this operation of its thread", which);

	free(which);
	return text;
}

/* Takes WHICH over. */
static char *other_words(const struct comparison *self, char *which, uint32_t other)
{
	const struct td_trace_event *event = &self->again->events[other];
	const struct td_site *site = &self->again->sites[event->site];
	char *text = site->file ? td_format("%s was %s at %s:%d", which, td_kind_name(event->raw.kind), site->file,
					    site->line)
				: td_format("%s was %s", which, td_kind_name(event->raw.kind));

	free(which);
	return text;
}

/* Takes WHICH over. */
static char *value_words(const struct comparison *self, char *which, uint64_t value, uint32_t other)
{
	const struct td_trace_event *event = &self->again->events[other];
	char *text = td_format("%s read %llu from %s, and then %llu", which, (unsigned long long)value,
			       self->again->names[event->name], (unsigned long long)event->raw.value);

	free(which);
	return text;
}

/* NULL: none. */
static char *difference_at(struct comparison *self, uint32_t i)
{
	const struct td_event *seen = &self->seen->events[i], *again;
	uint32_t other = counterpart(self, seen);

	if (other == NONE)
		return td_op_acts_on(seen->kind, TD_ON_MEMORY) ? NULL : missing_words(event_words(self, i));
	again = &self->again->events[other].raw;
	if (!is_same_operation(self, seen, again))
		return other_words(self, event_words(self, i), other);
	if (tells_value(seen) && !is_same_address(self, seen->value, again->value))
		return value_words(self, event_words(self, i), seen->value, other);
	return NULL;
}

char *td_difference_words(const struct td_channel *seen, const struct td_trace *again)
{
	struct comparison self = { .seen = seen, .again = again };
	uint32_t count = seen->ended.event_count < TD_MAX_EVENTS ? seen->ended.event_count : TD_MAX_EVENTS;
	char *words = NULL;

	sort_by_thread(&self);
	for (uint32_t i = 0; i < count && !words; i++)
		words = difference_at(&self, i);
	free(self.next);
	return words;
}
