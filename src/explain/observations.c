#include "observations.h"

#include <stdlib.h>
#include <string.h>

#include "explore/findings.h"
#include "explore/replay.h"

enum { MOST_EXECUTIONS = 4096, PRINTS = 4 * MOST_EXECUTIONS, MOST_CELLS = 1 << 23 };

/* A thread at a place, and what is watched of its events there, in their order. */
struct td_site_watch {
	uint64_t pc;
	uint32_t thread;
	uint32_t number; /* while an execution is looked at: how many there have been */
	td_watched *items;
	size_t count, room;
};

static uint32_t hash_of(uint32_t thread, uint64_t pc)
{
	return (uint32_t)((pc * 0x9e3779b97f4a7c15ull + thread * 0xc2b2ae3d27d4eb4full) >> 40);
}

/* Where the pair is, or would be. */
static uint32_t *slot_of(const struct td_observations *self, uint32_t thread, uint64_t pc)
{
	for (uint32_t i = hash_of(thread, pc);; i++) {
		uint32_t *slot = &self->table[i % self->table_size];

		if (!*slot || (self->pairs[*slot - 1].pc == pc && self->pairs[*slot - 1].thread == thread))
			return slot;
	}
}

static void watch(struct td_observations *self, uint32_t thread, uint64_t pc, td_watched what)
{
	uint32_t *slot = slot_of(self, thread, pc);

	if (!*slot) {
		self->pairs[self->pair_count] = (struct td_site_watch){.pc = pc, .thread = thread};
		*slot = ++self->pair_count;
	}
	TD_PUSH(&self->pairs[*slot - 1], what);
}

static bool is_at(const struct td_event *event, const struct td_trace_object *object)
{
	uint64_t size = event->size ? event->size : 1;

	return event->object < object->address + object->size && object->address < event->object + size;
}

td_watched td_watched_of(const struct td_steps *steps, uint32_t step, uint32_t object)
{
	const struct td_trace_step *self = &steps->items[step];
	uint32_t found = self->event;

	if (step >= steps->happened && self->event == UINT32_MAX)
		return steps->trace->event_count + self->thread;
	for (uint32_t i = 0; object != UINT32_MAX && i < self->event_count; i++) {
		const struct td_event *event = &steps->trace->events[self->event + i].raw;

		if (!is_at(event, &steps->objects[object]))
			continue;
		if (event->kind != TD_READ)
			return self->event + i;
		if (found == self->event)
			found = self->event + i;
	}
	return found;
}

/* Memory that one execution keeps to a thread may be shared in another, but how often a thread allocates says nothing.
 */
static bool is_watched(uint8_t kind)
{
	return kind != TD_ALLOC;
}

/* What is watched already of the same thread, place and number. */
static td_watched find_watched(const struct td_observations *self, uint32_t thread, uint64_t pc, uint32_t number)
{
	uint32_t slot = *slot_of(self, thread, pc);
	const struct td_site_watch *pair = slot ? &self->pairs[slot - 1] : NULL;

	return pair && number < pair->count ? pair->items[number] : UINT32_MAX;
}

/* The n-th of a place is the n-th of both; those that only the passing execution has are new. */
static void watch_passing(struct td_observations *self)
{
	const struct td_trace *trace = self->passing;
	td_watched new = self->trace->event_count + self->trace->thread_count;

	for (uint32_t i = 0; i < self->pair_count; i++)
		self->pairs[i].number = 0;
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;
		uint32_t slot;

		self->of_passing[i] = new + i;
		if (!is_watched(event->kind))
			continue;
		slot = *slot_of(self, event->thread, event->pc);
		if (slot)
			self->of_passing[i] =
				find_watched(self, event->thread, event->pc, self->pairs[slot - 1].number);
		if (!slot || self->of_passing[i] == UINT32_MAX) {
			self->of_passing[i] = new + i;
			watch(self, event->thread, event->pc, new + i);
		}
		self->pairs[*slot_of(self, event->thread, event->pc) - 1].number++;
	}
}

struct td_observations *td_observations_make(const struct td_steps *steps, const struct td_trace *passing, uint64_t key)
{
	const struct td_trace *trace = steps->trace;
	struct td_observations *self = td_alloc(sizeof *self);

	self->trace = trace;
	self->passing = passing;
	self->key = key;
	self->watched_count = trace->event_count + trace->thread_count + (passing ? passing->event_count : 0);
	self->table_size = 2 * self->watched_count + 16;
	self->table = td_alloc(self->table_size * sizeof *self->table);
	self->prints = td_alloc(PRINTS * sizeof *self->prints);
	self->pairs = td_alloc((self->watched_count + 1) * sizeof *self->pairs);
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (is_watched(trace->events[i].raw.kind))
			watch(self, trace->events[i].raw.thread, trace->events[i].raw.pc, i);
	for (uint32_t i = steps->happened; i < steps->count; i++)
		if (steps->items[i].event == UINT32_MAX)
			watch(self, steps->items[i].thread, trace->threads[steps->items[i].thread].raw.pc,
			      td_watched_of(steps, i, UINT32_MAX));
	self->of_passing = td_alloc(((passing ? passing->event_count : 0) + 1) * sizeof *self->of_passing);
	if (passing)
		watch_passing(self);
	return self;
}

static struct td_watched_event of_event(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *event = &trace->events[i];

	return (struct td_watched_event){.trace = trace,
					 .thread = event->raw.thread,
					 .site = event->site,
					 .name = event->name,
					 .kind = event->raw.kind,
					 .pc = event->raw.pc,
					 .object = event->raw.object,
					 .at = i};
}

struct td_watched_event td_watched_event(const struct td_observations *self, td_watched what)
{
	const struct td_trace *trace = self->trace;
	uint32_t thread = what - trace->event_count;
	struct td_watched_event event;

	if (what < trace->event_count) {
		event = of_event(trace, what);
		event.happened = true;
	} else if (thread < trace->thread_count) {
		const struct td_trace_thread *info = &trace->threads[thread];
		bool failed = thread == trace->ended.thread && trace->site;

		event = (struct td_watched_event){.trace = trace,
						  .thread = thread,
						  .site = failed ? trace->site : info->site,
						  .name = info->name,
						  .kind = info->raw.pending,
						  .pc = info->raw.pc,
						  .object = info->raw.object,
						  .at = trace->event_count};
	} else {
		event = of_event(self->passing, thread - trace->thread_count);
		event.at = trace->event_count + 1;
	}
	return event;
}

uint32_t td_occurrence_number(const struct td_observations *self, td_watched what)
{
	struct td_watched_event event = td_watched_event(self, what);
	uint32_t slot = *slot_of(self, event.thread, event.pc), number = 0;

	while (slot && number < self->pairs[slot - 1].count && self->pairs[slot - 1].items[number] != what)
		number++;
	return number + 1;
}

struct td_occurrence td_occurrence_of(const struct td_observations *self, td_watched what,
				      struct td_constraints *constraints)
{
	struct td_watched_event event = td_watched_event(self, what);

	return td_constraints_occurrence(
		constraints, td_relative_address(event.pc, self->trace->modules, self->trace->module_count),
		(uint16_t)event.thread, td_occurrence_number(self, what));
}

void td_observations_free(struct td_observations *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].at);
		free(self->items[i].outcome);
		free(self->items[i].object);
	}
	for (uint32_t i = 0; i < self->pair_count; i++)
		free(self->pairs[i].items);
	free(self->items);
	free(self->of_passing);
	free(self->pairs);
	free(self->prints);
	free(self->table);
	free(self);
}

/* What it came to besides its place in the order. */
static uint32_t outcome_of(const struct td_event *event)
{
	uint32_t flags = event->flags & (TD_F_TIMEOUT | TD_F_SPURIOUS | TD_F_FAILED);
	bool has_value = event->kind == TD_CHOOSE || event->kind == TD_SIGNAL;

	return 1 + flags + (has_value ? (uint32_t)event->value << 8 : 0);
}

static void note(struct td_observations *self, struct td_observed *observed, uint32_t thread, uint64_t pc,
		 uint64_t object, uint32_t when, uint32_t outcome)
{
	uint32_t slot = *slot_of(self, thread, pc);
	struct td_site_watch *pair = slot ? &self->pairs[slot - 1] : NULL;

	if (!pair || pair->number >= pair->count)
		return;
	observed->at[pair->items[pair->number]] = when;
	observed->object[pair->items[pair->number]] = object;
	observed->outcome[pair->items[pair->number++]] = outcome;
}

/* What a thread has done it is not about to do. */
static bool is_pending(const struct td_channel *channel, uint32_t thread)
{
	const struct td_thread_info *info = &channel->threads[thread];

	if (info->state == TD_T_DONE || info->pending == TD_NONE)
		return false;
	for (uint32_t i = channel->ended.event_count; i-- > 0;)
		if (channel->events[i].thread == thread)
			return channel->events[i].op != (uint32_t)info->op;
	return true;
}

static void note_all(struct td_observations *self, struct td_observed *observed, const struct td_channel *channel)
{
	uint32_t count = channel->ended.event_count;

	for (uint32_t i = 0; i < self->pair_count; i++)
		self->pairs[i].number = 0;
	for (uint32_t i = 0; i < count; i++)
		if (is_watched(channel->events[i].kind))
			note(self, observed, channel->events[i].thread, channel->events[i].pc,
			     channel->events[i].object, i + 1, outcome_of(&channel->events[i]));
	for (uint32_t i = 0; i < channel->ended.thread_count && i < TD_MAX_THREADS; i++)
		if (is_pending(channel, i))
			note(self, observed, i, channel->threads[i].pc, channel->threads[i].object, count + 1, 0);
}

/* Executions of one class end alike, but for what is left to choices; these are part of the fingerprint. */
static bool is_new(struct td_observations *self, uint64_t print)
{
	print += !print;
	for (uint64_t i = print;; i++) {
		uint64_t *slot = &self->prints[i % PRINTS];

		if (*slot == print)
			return false;
		if (*slot)
			continue;
		*slot = print;
		return true;
	}
}

bool td_observe(struct td_observations *self, const struct td_channel *channel)
{
	enum td_end end = channel->ended.end;
	struct td_observed observed = {.passed = end == TD_END_PASSED};

	if (self->count >= MOST_EXECUTIONS || self->count * self->watched_count > MOST_CELLS)
		return false;
	if ((!observed.passed && !td_end_is_finding(end)) || !is_new(self, channel->ended.fingerprint))
		return true;
	observed.is_same = !observed.passed && td_finding_key(channel) == self->key;
	observed.at = td_alloc(self->watched_count * sizeof *observed.at);
	observed.outcome = td_alloc(self->watched_count * sizeof *observed.outcome);
	observed.object = td_alloc(self->watched_count * sizeof *observed.object);
	note_all(self, &observed, channel);
	self->passed += observed.passed;
	self->failed += !observed.passed;
	self->same += observed.is_same;
	TD_PUSH(self, observed);
	return true;
}
