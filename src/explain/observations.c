#include "observations.h"

#include <stdlib.h>
#include <string.h>

#include "explore/findings.h"
#include "explore/replay.h"

enum { MOST_EXECUTIONS = 4096, PRINTS = 4 * MOST_EXECUTIONS, MOST_SIGHTINGS = 1 << 23, NO_PAIR = UINT32_MAX };

/* A thread at a place, and what is watched of its events there, in their order. */
struct td_site_watch {
	uint64_t pc;
	uint32_t kin;
	uint32_t number; /* while an execution is looked at: how many there have been */
	td_watched *items;
	size_t count, room;
};

static uint32_t hash_of(uint32_t kin, uint64_t pc)
{
	return (uint32_t)((pc * 0x9e3779b97f4a7c15ull + kin * 0xc2b2ae3d27d4eb4full) >> 40);
}

/* Where the pair is, or would be. */
static uint32_t *slot_of(const struct td_observations *self, uint32_t kin, uint64_t pc)
{
	for (uint32_t i = hash_of(kin, pc);; i++) {
		uint32_t *slot = &self->table[i % self->table_size];

		if (!*slot || (self->pairs.items[*slot - 1].pc == pc && self->pairs.items[*slot - 1].kin == kin))
			return slot;
	}
}

static void grow_table(struct td_observations *self)
{
	free(self->table);
	self->table_size = 4 * (uint32_t)self->pairs.count + 1024;
	self->table = td_alloc(self->table_size * sizeof *self->table);
	for (uint32_t i = 0; i < self->pairs.count; i++)
		*slot_of(self, self->pairs.items[i].kin, self->pairs.items[i].pc) = i + 1;
}

static uint32_t pair_of(struct td_observations *self, uint32_t kin, uint64_t pc)
{
	uint32_t *slot = slot_of(self, kin, pc);

	if (*slot)
		return *slot - 1;
	TD_PUSH(&self->pairs, ((struct td_site_watch){.pc = pc, .kin = kin}));
	*slot = (uint32_t)self->pairs.count;
	if (2 * self->pairs.count > self->table_size)
		grow_table(self);
	return (uint32_t)self->pairs.count - 1;
}

static void watch(struct td_observations *self, uint32_t kin, uint64_t pc, td_watched what)
{
	uint32_t pair = pair_of(self, kin, pc);

	TD_PUSH(&self->pairs.items[pair], what);
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

static uint32_t *kin_of(struct td_observations *self, const struct td_trace *trace)
{
	struct td_event *events = td_alloc((trace->event_count + 1) * sizeof *events);
	uint32_t *kin = td_alloc((trace->thread_count + 1) * sizeof *kin);

	for (uint32_t i = 0; i < trace->event_count; i++)
		events[i] = trace->events[i].raw;
	td_kinship_of(&self->threads, events, trace->event_count, trace->thread_count, kin);
	free(events);
	return kin;
}

static void forget_numbers(const struct td_observations *self)
{
	for (uint32_t i = 0; i < self->pairs.count; i++)
		self->pairs.items[i].number = 0;
}

/* Does an execution end so because of what its thread did last, without an event of it? */
static bool is_of_attempt(enum td_end end)
{
	return end == TD_END_NOT_OWNER || end == TD_END_BAD_PRIMITIVE || end == TD_END_USE_AFTER_FREE ||
	       end == TD_END_DOUBLE_FREE || end == TD_END_BAD_FREE || end == TD_END_HEAP_OVERFLOW ||
	       end == TD_END_USE_AFTER_RETURN;
}

static td_watched attempt_of(const struct td_observations *self)
{
	return is_of_attempt(self->trace->ended.end) ? self->trace->event_count + self->trace->ended.thread
						     : UINT32_MAX;
}

/* Where a thread fails before it comes to its operation, another execution tells which one that is. */
static void learn_attempt(struct td_observations *self, const struct td_trace *passing, uint32_t event)
{
	if (self->attempt.is_call)
		return;
	self->attempt.kind = passing->events[event].raw.kind;
	self->attempt.name = passing->names[passing->events[event].name];
}

/* The n-th of a place is the n-th of all; those that no other execution has are new. */
static td_watched watch_event(struct td_observations *self, const struct td_watched_trace *in, uint32_t i)
{
	const struct td_trace *trace = in->trace;
	const struct td_event *event = &trace->events[i].raw;
	uint32_t kin = in->kin[event->thread];
	td_watched new = in->first + i;
	uint32_t pair, number;

	if (!is_watched(event->kind))
		return new;
	pair = pair_of(self, kin, event->pc);
	number = self->pairs.items[pair].number++;
	if (number >= self->pairs.items[pair].count) {
		TD_PUSH(&self->pairs.items[pair], new);
		return new;
	}
	if (self->pairs.items[pair].items[number] == attempt_of(self))
		learn_attempt(self, trace, i);
	return self->pairs.items[pair].items[number];
}

void td_observations_watch(struct td_observations *self, const struct td_steps *passing)
{
	const struct td_trace *trace = passing->trace;
	struct td_watched_trace new = {.trace = trace, .steps = passing, .first = self->watched_count};

	new.of_event = td_alloc((trace->event_count + 1) * sizeof *new.of_event);
	new.kin = kin_of(self, trace);
	forget_numbers(self);
	for (uint32_t i = 0; i < trace->event_count; i++)
		new.of_event[i] = watch_event(self, &new, i);
	self->watched_count += trace->event_count;
	TD_PUSH(&self->passing, new);
}

static void watch_calls(struct td_observations *self, const struct td_steps *steps)
{
	const struct td_trace *trace = self->trace;
	for (uint32_t i = steps->happened; i < steps->count; i++)
		if (steps->items[i].event == UINT32_MAX) {
			td_watched what = td_watched_of(steps, i, UINT32_MAX);

			self->attempt.is_call |= what == attempt_of(self);
			watch(self, self->kin[steps->items[i].thread], trace->threads[steps->items[i].thread].raw.pc,
			      what);
		}
	if (attempt_of(self) != UINT32_MAX && !self->attempt.is_call)
		watch(self, self->kin[trace->ended.thread], trace->ended.pc, attempt_of(self));
}

struct td_observations *td_observations_make(const struct td_steps *steps, uint64_t key)
{
	const struct td_trace *trace = steps->trace;
	struct td_observations *self = td_alloc(sizeof *self);

	self->trace = trace;
	self->key = key;
	self->watched_count = trace->event_count + trace->thread_count;
	self->prints = td_alloc(PRINTS * sizeof *self->prints);
	grow_table(self);
	self->kin = kin_of(self, trace);
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (is_watched(trace->events[i].raw.kind))
			watch(self, self->kin[trace->events[i].raw.thread], trace->events[i].raw.pc, i);
	watch_calls(self, steps);
	return self;
}

static struct td_watched_event of_event(const struct td_trace *trace, const uint32_t *kin, uint32_t i)
{
	const struct td_trace_event *event = &trace->events[i];

	return (struct td_watched_event){.trace = trace,
					 .thread = event->raw.thread,
					 .kin = kin[event->raw.thread],
					 .site = event->site,
					 .name = trace->names[event->name],
					 .kind = event->raw.kind,
					 .pc = event->raw.pc,
					 .object = event->raw.object,
					 .value = event->raw.value,
					 .at = i};
}

static struct td_watched_event of_call(const struct td_observations *self, uint32_t thread)
{
	const struct td_trace *trace = self->trace;
	const struct td_trace_thread *info = &trace->threads[thread];
	bool failed = thread == trace->ended.thread && trace->site,
	     is_attempt = attempt_of(self) == trace->event_count + thread,
	     is_learned = is_attempt && !self->attempt.is_call && self->attempt.kind;

	return (struct td_watched_event){.trace = trace,
					 .thread = thread,
					 .kin = self->kin[thread],
					 .site = failed ? trace->site : info->site,
					 .name = is_learned ? self->attempt.name : trace->names[info->name],
					 .is_attempt = is_attempt,
					 .kind = is_learned ? self->attempt.kind : info->raw.pending,
					 .pc = is_attempt ? trace->ended.pc : info->raw.pc,
					 .object = info->raw.object,
					 .at = trace->event_count + !is_attempt};
}

static const struct td_watched_trace *passing_with(const struct td_observations *self, td_watched what)
{
	size_t i = self->passing.count;

	while (i-- > 0 && what < self->passing.items[i].first)
		;
	return &self->passing.items[i];
}

struct td_watched_event td_watched_event(const struct td_observations *self, td_watched what)
{
	const struct td_trace *trace = self->trace;
	const struct td_watched_trace *passing;
	struct td_watched_event event;

	if (what < trace->event_count) {
		event = of_event(trace, self->kin, what);
		event.happened = true;
	} else if (what - trace->event_count < trace->thread_count) {
		event = of_call(self, what - trace->event_count);
	} else {
		passing = passing_with(self, what);
		event = of_event(passing->trace, passing->kin, what - passing->first);
		event.at = trace->event_count + 2;
	}
	return event;
}

uint32_t td_occurrence_number(const struct td_observations *self, td_watched what)
{
	struct td_watched_event event = td_watched_event(self, what);
	uint32_t slot = *slot_of(self, event.kin, event.pc), number = 0;

	while (slot && number < self->pairs.items[slot - 1].count && self->pairs.items[slot - 1].items[number] != what)
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
		free(self->items[i].items);
		if (self->items[i].schedule)
			td_schedule_free(self->items[i].schedule);
	}
	for (uint32_t i = 0; i < self->pairs.count; i++)
		free(self->pairs.items[i].items);
	for (size_t i = 0; i < self->passing.count; i++) {
		free(self->passing.items[i].of_event);
		free(self->passing.items[i].kin);
	}
	free(self->passing.items);
	free(self->items);
	free(self->pairs.items);
	free(self->threads.items);
	free(self->kin);
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

static struct td_sighting of_pending(struct td_observations *self, const struct td_channel *channel,
				     const uint32_t *kin, uint32_t thread)
{
	const struct td_thread_info *info = &channel->threads[thread];

	return (struct td_sighting){.object = info->object, .pair = pair_of(self, kin[thread], info->pc)};
}

static struct td_sighting attempt_in(struct td_observations *self, const struct td_channel *channel,
				     const uint32_t *kin)
{
	uint32_t thread = channel->ended.thread;
	const struct td_thread_info *info = &channel->threads[thread];

	if (!is_of_attempt(channel->ended.end))
		return (struct td_sighting){.pair = NO_PAIR};
	return (struct td_sighting){
		.object = info->object,
		.pair = pair_of(self, kin[thread], is_pending(channel, thread) ? info->pc : channel->ended.pc)};
}

static void note_all(struct td_observations *self, struct td_observed *observed, const struct td_channel *channel)
{
	uint32_t threads = td_kinship_threads(channel->events, channel->ended.event_count),
		 *kin = td_alloc(threads * sizeof *kin);

	observed->events = channel->ended.event_count;
	observed->items = td_alloc((observed->events + threads + 1) * sizeof *observed->items);
	td_kinship_of(&self->threads, channel->events, observed->events, threads, kin);
	for (uint32_t i = 0; i < observed->events; i++) {
		const struct td_event *event = &channel->events[i];

		observed->items[i] = (struct td_sighting){
			.object = event->object,
			.pair = is_watched(event->kind) ? pair_of(self, kin[event->thread], event->pc) : NO_PAIR,
			.outcome = outcome_of(event)};
	}
	observed->count = observed->events;
	observed->items[observed->count++] = attempt_in(self, channel, kin);
	for (uint32_t i = 0; !observed->passed && i < threads; i++)
		if (is_pending(channel, i) && !(is_of_attempt(channel->ended.end) && i == channel->ended.thread))
			observed->items[observed->count++] = of_pending(self, channel, kin, i);
	free(kin);
}

/* Executions of one class end alike, but for what is left to choices, which are part of the fingerprint, and for where
 * the end of the program cuts off others. */
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

	if (self->count >= MOST_EXECUTIONS || self->sightings > MOST_SIGHTINGS)
		return false;
	self->discounted += end == TD_END_ASSUME && channel->ended.pc;
	if ((!observed.passed && !td_end_is_finding(end)) || !is_new(self, channel->ended.fingerprint + end))
		return true;
	observed.is_same = !observed.passed && td_finding_key(channel) == self->key;
	note_all(self, &observed, channel);
	if (observed.passed)
		observed.schedule = td_schedule_copy(channel);
	self->sightings += observed.count;
	self->passed += observed.passed;
	self->failed += !observed.passed;
	self->same += observed.is_same;
	TD_PUSH(self, observed);
	return true;
}

struct td_placing td_placing_make(const struct td_observations *self)
{
	uint32_t count = self->watched_count + 1;

	return (struct td_placing){.at = td_alloc(count * sizeof(uint32_t)),
				   .outcome = td_alloc(count * sizeof(uint32_t)),
				   .object = td_alloc(count * sizeof(uint64_t))};
}

void td_placing_clear(struct td_placing *self)
{
	free(self->at);
	free(self->outcome);
	free(self->object);
}

void td_observations_place(const struct td_observations *self, const struct td_observed *execution,
			   struct td_placing *to)
{
	memset(to->at, 0, self->watched_count * sizeof *to->at);
	forget_numbers(self);
	for (uint32_t i = 0; i < execution->count; i++) {
		const struct td_sighting *one = &execution->items[i];
		struct td_site_watch *pair = one->pair == NO_PAIR ? NULL : &self->pairs.items[one->pair];
		td_watched what;

		if (!pair || pair->number >= pair->count)
			continue;
		what = pair->items[pair->number++];
		to->at[what] = 1 + (i > execution->events ? execution->events + 1 : i);
		to->outcome[what] = one->outcome;
		to->object[what] = one->object;
	}
}
