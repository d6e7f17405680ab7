#include "observations.h"

#include <stdlib.h>
#include <string.h>

#include "explore/findings.h"

enum { MOST_EXECUTIONS = 4096, PRINTS = 4 * MOST_EXECUTIONS, MOST_CELLS = 1 << 24 };

/* A thread at a place, and what is watched of its events there, in their order. */
struct td_site_watch {
	uint64_t pc;
	uint32_t thread;
	uint32_t number;         /* while an execution is looked at: how many there have been */
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
		self->pairs[self->pair_count] = (struct td_site_watch){ .pc = pc, .thread = thread };
		*slot = ++self->pair_count;
	}
	TD_PUSH(&self->pairs[*slot - 1], what);
}

td_watched td_watched_of(const struct td_steps *steps, uint32_t step)
{
	uint32_t event = steps->items[step].event;

	return step < steps->happened || event != UINT32_MAX ? event : steps->trace->event_count + steps->items[step].thread;
}

/* Memory that one execution keeps to a thread may be shared in another, but how often a thread allocates says nothing. */
static bool is_watched(uint8_t kind)
{
	return kind != TD_ALLOC;
}

struct td_observations *td_observations_make(const struct td_steps *steps, uint64_t key)
{
	const struct td_trace *trace = steps->trace;
	struct td_observations *self = td_alloc(sizeof *self);

	self->trace = trace;
	self->key = key;
	self->watched_count = trace->event_count + trace->thread_count;
	self->table_size = 2 * self->watched_count + 16;
	self->table = td_alloc(self->table_size * sizeof *self->table);
	self->prints = td_alloc(PRINTS * sizeof *self->prints);
	self->pairs = td_alloc((self->watched_count + 1) * sizeof *self->pairs);
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (is_watched(trace->events[i].raw.kind))
			watch(self, trace->events[i].raw.thread, trace->events[i].raw.pc, i);
	for (uint32_t i = steps->happened; i < steps->count; i++)
		if (steps->items[i].event == UINT32_MAX)
			watch(self, steps->items[i].thread, trace->threads[steps->items[i].thread].raw.pc, td_watched_of(steps, i));
	return self;
}

void td_observations_free(struct td_observations *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].at);
		free(self->items[i].outcome);
	}
	for (uint32_t i = 0; i < self->pair_count; i++)
		free(self->pairs[i].items);
	free(self->items);
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

static void note(struct td_observations *self, struct td_observed *observed, uint32_t thread, uint64_t pc, uint32_t when, uint32_t outcome)
{
	uint32_t slot = *slot_of(self, thread, pc);
	struct td_site_watch *pair = slot ? &self->pairs[slot - 1] : NULL;

	if (!pair || pair->number >= pair->count)
		return;
	observed->at[pair->items[pair->number]] = when;
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
			note(self, observed, channel->events[i].thread, channel->events[i].pc, i + 1, outcome_of(&channel->events[i]));
	for (uint32_t i = 0; i < channel->ended.thread_count && i < TD_MAX_THREADS; i++)
		if (is_pending(channel, i))
			note(self, observed, i, channel->threads[i].pc, count + 1, 0);
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
	struct td_observed observed = { .passed = end == TD_END_PASSED };

	if (self->count >= MOST_EXECUTIONS || self->count * self->watched_count > MOST_CELLS)
		return false;
	if ((!observed.passed && !td_end_is_finding(end)) || !is_new(self, channel->ended.fingerprint))
		return true;
	observed.is_same = !observed.passed && td_finding_key(channel) == self->key;
	observed.at = td_alloc(self->watched_count * sizeof *observed.at);
	observed.outcome = td_alloc(self->watched_count * sizeof *observed.outcome);
	note_all(self, &observed, channel);
	self->passed += observed.passed;
	self->failed += !observed.passed;
	self->same += observed.is_same;
	TD_PUSH(self, observed);
	return true;
}
