#include "in_class.h"

#include "explore/replay.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 20000, NO_EVENT = 0xffffffff };

struct edge {
	uint32_t before, after; /* steps */
};

/* Events at the place of an occurrence, thread by thread. */
struct found {
	const struct td_occurrence *what;
	struct {
		uint32_t *items;
		size_t count, room;
	} events;
	uint32_t *first; /* of each thread, where its events begin; one more at the end */
	uint32_t chosen; /* the event that it is, NO_EVENT if there is none */
};

struct question {
	const struct td_timestamps *past;
	const struct td_steps *steps;
	const struct td_trace *trace;
	const struct td_constraints *constraints;
	struct td_code_range *code; /* at the addresses of the trace */
	uint32_t *step_of;          /* of each event */
	uint32_t *by_number;        /* steps, thread by thread */
	uint32_t *first_step;       /* of each thread, where its steps begin in `by_number`; one more at the end */
	uint32_t *low, *high;       /* of each step: of the stretch that is one step, or itself */
	struct found *found;        /* two of each constraint */
	uint32_t found_count;
	uint32_t tried;
	struct {
		struct edge *items;
		size_t count, room;
	} edges;
	struct {
		uint32_t *items;
		size_t count, room;
	} nodes; /* steps that edges end at, or stretches begin with */
};

static const struct td_event *event_at(const struct question *self, uint32_t event)
{
	return &self->trace->events[event].raw;
}

static bool is_at(const struct question *self, const struct td_occurrence *what, uint64_t pc)
{
	for (uint32_t i = what->code; i < what->code + what->code_count; i++)
		if (pc - 1 >= self->code[i].low && pc - 1 < self->code[i].high)
			return true;
	return false;
}

static bool counts(const struct question *self, uint32_t slot, const struct td_event *event)
{
	const struct td_constraint *constraint = &self->constraints->items[slot / 2];
	const struct td_occurrence *what = self->found[slot].what;

	if (what->thread != TD_ANY_THREAD && what->thread != event->thread)
		return false;
	if (constraint->kind != TD_MUST_READ_FROM && !td_kind_occurs(event->kind))
		return false;
	if (constraint->kind == TD_MUST_READ_FROM &&
	    !(slot % 2 ? td_kind_reads_memory(event->kind) : td_kind_writes_memory(event->kind)))
		return false;
	return is_at(self, what, event->pc);
}

static void find_in_step(struct question *self, uint32_t slot, const struct td_trace_step *step)
{
	for (uint32_t at = step->event; at < step->event + step->event_count; at++)
		if (counts(self, slot, event_at(self, at)))
			TD_PUSH(&self->found[slot].events, at);
}

static void find(struct question *self, uint32_t slot)
{
	struct found *found = &self->found[slot];

	found->first = td_alloc((self->trace->thread_count + 1) * sizeof *found->first);
	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++) {
		found->first[thread] = (uint32_t)found->events.count;
		for (uint32_t i = self->first_step[thread]; i < self->first_step[thread + 1]; i++)
			find_in_step(self, slot, &self->steps->items[self->by_number[i]]);
	}
	found->first[self->trace->thread_count] = (uint32_t)found->events.count;
}

/* Nodes and edges. */

static void add_node(struct question *self, uint32_t step)
{
	for (size_t i = 0; i < self->nodes.count; i++)
		if (self->nodes.items[i] == step)
			return;
	TD_PUSH(&self->nodes, step);
}

static void add_edge(struct question *self, uint32_t before, uint32_t after)
{
	TD_PUSH(&self->edges, ((struct edge){self->low[before], self->low[after]}));
}

/* Of two events of one thread it is known which comes first. */
static bool order(struct question *self, uint32_t first, uint32_t second)
{
	if (event_at(self, first)->thread == event_at(self, second)->thread)
		return first < second;
	add_edge(self, self->step_of[first], self->step_of[second]);
	return true;
}

static bool leads(const struct question *self, uint32_t from, uint32_t to)
{
	if (td_is_before(self->past, from, self->high[to]))
		return true;
	for (size_t i = 0; i < self->edges.count; i++)
		if (self->edges.items[i].before == from && self->edges.items[i].after == to)
			return true;
	return false;
}

/* A depth-first walk; state: 0 not seen, 1 on the way, 2 done. */
static bool is_on_circle(const struct question *self, size_t node, uint8_t *state)
{
	state[node] = 1;
	for (size_t i = 0; i < self->nodes.count; i++)
		if (i != node && state[i] != 2 && leads(self, self->nodes.items[node], self->nodes.items[i]) &&
		    (state[i] == 1 || is_on_circle(self, i, state)))
			return true;
	state[node] = 2;
	return false;
}

static bool has_circle(struct question *self)
{
	size_t kept = self->nodes.count;
	bool found = false;
	uint8_t *state;

	for (size_t i = 0; i < self->edges.count; i++) {
		add_node(self, self->edges.items[i].before);
		add_node(self, self->edges.items[i].after);
		found |= self->edges.items[i].before == self->edges.items[i].after;
	}
	state = td_alloc(self->nodes.count + 1);
	for (size_t i = 0; i < self->nodes.count && !found; i++)
		found = !state[i] && is_on_circle(self, i, state);
	free(state);
	self->nodes.count = kept;
	return found;
}

/* Stretches without a switch. */

static void join(struct question *self, uint32_t first, uint32_t last)
{
	uint32_t low = self->low[first], high = self->high[last];

	for (uint32_t step = high;; step = self->steps->items[step].previous) {
		self->low[step] = low;
		self->high[step] = high;
		if (step == low)
			break;
	}
}

/* Does a step of another thread have to come between? */
static bool is_broken(const struct question *self, uint32_t low)
{
	uint32_t high = self->high[low], own = self->steps->items[low].thread;

	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++) {
		uint32_t number = td_timestamp(self->past, high)[thread];

		if (thread != own && number &&
		    td_is_before(self->past, low, self->by_number[self->first_step[thread] + number - 1]))
			return true;
	}
	return false;
}

/* The thread has not left its stretch: what others did, they did before. */
static void nothing_after(struct question *self, uint32_t step)
{
	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++)
		if (thread != self->steps->items[step].thread &&
		    self->first_step[thread] != self->first_step[thread + 1])
			add_edge(self, self->by_number[self->first_step[thread + 1] - 1], step);
}

static void join_stretches_of(struct question *self, const struct td_constraint *constraint, uint32_t thread)
{
	uint32_t began = TD_NO_STEP, last = TD_NO_STEP;

	for (uint32_t i = self->first_step[thread]; i < self->first_step[thread + 1]; i++) {
		const struct td_trace_step *step = &self->steps->items[last = self->by_number[i]];

		for (uint32_t at = step->event; at < step->event + step->event_count; at++) {
			const struct td_event *event = event_at(self, at);
			bool occurs = td_kind_occurs(event->kind);

			if (began != TD_NO_STEP &&
			    (event->kind == TD_EXIT || (occurs && is_at(self, &constraint->second, event->pc)))) {
				join(self, began, last);
				began = TD_NO_STEP;
			} else if (began == TD_NO_STEP && occurs && is_at(self, &constraint->first, event->pc)) {
				began = last;
			}
		}
	}
	if (began == TD_NO_STEP)
		return;
	join(self, began, last);
	nothing_after(self, last);
}

/* False: one is broken in all executions of the class. */
static bool join_stretches(struct question *self)
{
	for (uint32_t i = 0; i < self->constraints->count; i++)
		for (uint32_t thread = 0; thread < self->trace->thread_count; thread++)
			if (self->constraints->items[i].kind == TD_MUST_NOT_SWITCH)
				join_stretches_of(self, &self->constraints->items[i], thread);
	for (uint32_t i = 0; i < self->steps->happened; i++) {
		if (self->low[i] != i || self->high[i] == i)
			continue;
		if (is_broken(self, i))
			return false;
		TD_PUSH(&self->nodes, i);
	}
	for (size_t i = 0; i < self->edges.count; i++)
		self->edges.items[i] =
			(struct edge){self->low[self->edges.items[i].before], self->low[self->edges.items[i].after]};
	return true;
}

/* What constraints ask of the events that their occurrences are. */

static bool is_last_write(const struct question *self, uint32_t write, uint32_t read)
{
	const struct td_event *reads = event_at(self, read);

	for (uint32_t i = read; i-- > 0;) {
		const struct td_event *event = event_at(self, i);

		if (td_kind_writes_memory(event->kind) && event->object < reads->object + reads->size &&
		    reads->object < event->object + event->size)
			return i == write;
	}
	return write == NO_EVENT;
}

static bool ask(struct question *self, uint32_t number)
{
	const struct td_constraint *constraint = &self->constraints->items[number];
	uint32_t first = self->found[2 * number].chosen, second = self->found[2 * number + 1].chosen;

	switch (constraint->kind) {
	case TD_MUST_HAPPEN: return first != NO_EVENT;
	case TD_MUST_PRECEDE: return second == NO_EVENT || (first != NO_EVENT && order(self, first, second));
	case TD_MUST_READ_FROM:
		return second != NO_EVENT && (first != NO_EVENT || !constraint->first.code_count) &&
		       is_last_write(self, first, second);
	default: return true;
	}
}

static bool are_all_kept(struct question *self)
{
	size_t kept = self->edges.count;
	bool result = true;

	for (uint32_t i = 0; i < self->constraints->count && result; i++)
		result = ask(self, i);
	result = result && !has_circle(self);
	self->edges.count = kept;
	return result;
}

static bool try_slot(struct question *self, uint32_t slot);

/* So many events of each thread come before the chosen one: LEFT more from THREAD on. */
static bool try_numbers(struct question *self, uint32_t slot, uint32_t thread, uint32_t left)
{
	const struct found *found = &self->found[slot];
	uint32_t own = event_at(self, found->chosen)->thread;
	size_t kept = self->edges.count;

	if (++self->tried > MOST_TRIED)
		return false;
	if (thread == self->trace->thread_count)
		return left == 0 && try_slot(self, slot + 1);
	if (thread == own)
		return try_numbers(self, slot, thread + 1, left);
	for (uint32_t n = 0; n <= left && n <= found->first[thread + 1] - found->first[thread]; n++) {
		const uint32_t *next = found->events.items + found->first[thread] + n;

		if (n)
			order(self, next[-1], found->chosen);
		if (next < found->events.items + found->first[thread + 1])
			order(self, found->chosen, *next);
		if (try_numbers(self, slot, thread + 1, left - n))
			return true;
		self->edges.count = kept;
	}
	return false;
}

/* Each event of a thread that could be the n-th of all. */
static bool try_events(struct question *self, uint32_t slot)
{
	struct found *found = &self->found[slot];

	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++)
		for (uint32_t i = found->first[thread]; i < found->first[thread + 1]; i++) {
			uint32_t own = i - found->first[thread] + 1;

			found->chosen = found->events.items[i];
			if (own <= found->what->number && try_numbers(self, slot, 0, found->what->number - own))
				return true;
		}
	return false;
}

/* The occurrences from this one on. */
static bool try_slot(struct question *self, uint32_t slot)
{
	struct found *found = &self->found[slot];

	if (slot == self->found_count) {
		self->tried += (uint32_t)self->nodes.count;
		return are_all_kept(self);
	}
	found->chosen = NO_EVENT;
	if (!found->what->number || found->what->number > found->events.count)
		return try_slot(self, slot + 1);
	if (found->what->thread == TD_ANY_THREAD && self->constraints->items[slot / 2].kind != TD_MUST_NOT_SWITCH)
		return try_events(self, slot);
	found->chosen = found->events.items[found->what->number - 1];
	return try_slot(self, slot + 1);
}

/* Beginning and end. */

static void number_steps(struct question *self)
{
	uint32_t count = 0;

	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++) {
		self->first_step[thread] = count;
		for (uint32_t i = 0; i < self->steps->happened; i++)
			if (self->steps->items[i].thread == thread)
				self->by_number[count++] = i;
	}
	self->first_step[self->trace->thread_count] = count;
	for (uint32_t i = 0; i < self->steps->happened; i++) {
		self->low[i] = self->high[i] = i;
		for (uint32_t at = 0; at < self->steps->items[i].event_count; at++)
			self->step_of[self->steps->items[i].event + at] = i;
	}
}

static void make_code(struct question *self)
{
	const struct td_constraints *constraints = self->constraints;

	for (uint32_t i = 0; i < constraints->code_count; i++) {
		self->code[i].low =
			td_absolute_address(constraints->code[i].low, self->trace->modules, self->trace->module_count);
		self->code[i].high = self->code[i].low + (constraints->code[i].high - constraints->code[i].low);
	}
}

static void find_all(struct question *self)
{
	self->found_count = 2 * self->constraints->count;
	self->found = td_alloc((self->found_count + 1) * sizeof *self->found);
	for (uint32_t i = 0; i < self->found_count; i++) {
		const struct td_constraint *constraint = &self->constraints->items[i / 2];

		self->found[i].what = i % 2 ? &constraint->second : &constraint->first;
		find(self, i);
	}
}

static void clear(struct question *self)
{
	for (uint32_t i = 0; i < self->found_count; i++) {
		free(self->found[i].events.items);
		free(self->found[i].first);
	}
	free(self->found);
	free(self->code);
	free(self->step_of);
	free(self->by_number);
	free(self->first_step);
	free(self->low);
	free(self->high);
	free(self->edges.items);
	free(self->nodes.items);
}

/* The n-th event of all threads depends on the order of events that the constraint itself puts in order. */
bool td_constraints_are_beyond_class(const struct td_constraints *constraints)
{
	for (uint32_t i = 0; i < constraints->count; i++) {
		const struct td_constraint *item = &constraints->items[i];

		if ((item->kind == TD_MUST_READ_FROM || item->kind == TD_MUST_NOT_SWITCH) &&
		    (item->first.thread == TD_ANY_THREAD || item->second.thread == TD_ANY_THREAD))
			return true;
	}
	return false;
}

enum td_in_class td_constraints_hold_in_class(const struct td_timestamps *past,
					      const struct td_constraints *constraints)
{
	if (td_constraints_are_beyond_class(constraints))
		return TD_IN_CLASS_UNKNOWN;
	const struct td_steps *steps = past->steps;
	const struct td_trace *trace = steps->trace;
	size_t numbers = steps->count + 1;
	struct question self = {
		.past = past,
		.steps = steps,
		.trace = trace,
		.constraints = constraints,
		.code = td_alloc((constraints->code_count + 1) * sizeof *self.code),
		.step_of = td_alloc((trace->event_count + 1) * sizeof *self.step_of),
		.by_number = td_alloc(numbers * sizeof *self.by_number),
		.first_step = td_alloc((trace->thread_count + 1) * sizeof *self.first_step),
		.low = td_alloc(numbers * sizeof *self.low),
		.high = td_alloc(numbers * sizeof *self.high),
	};
	bool holds;

	make_code(&self);
	number_steps(&self);
	find_all(&self);
	holds = join_stretches(&self) && try_slot(&self, 0);
	clear(&self);
	if (holds)
		return TD_IN_CLASS_SOME;
	return self.tried > MOST_TRIED ? TD_IN_CLASS_UNKNOWN : TD_IN_CLASS_NONE;
}
