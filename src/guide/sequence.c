#include "sequence.h"

#include "check/prefix.h"
#include "check/timestamps.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 100000 };

/* Where the search for steps stands.  `last` of the chosen ones: of each thread, the number of its last step that must
 * come before what is chosen next. */
struct find {
	const struct td_trace *trace;
	const struct td_waypoints *waypoints;
	const struct td_steps *steps;
	const struct td_timestamps *times;
	uint64_t *at; /* of each event or call: a bit for each waypoint */
	uint32_t tries;
	uint32_t chosen[TD_MAX_PLACES]; /* indices into `at` */
	uint32_t *gone[TD_MAX_PLACES + 1];
	struct td_sequence best;
};

static bool is_deadlock(enum td_end end)
{
	return end == TD_END_DEADLOCK || end == TD_END_CYCLE || end == TD_END_SELF_DEADLOCK;
}

/* What a thread waits for. */
static struct td_event pending_of(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	return (struct td_event){
		.object = info->object, .pc = info->pc, .kind = info->pending, .thread = (uint16_t)thread};
}

static bool waits(const struct td_trace *trace, uint32_t thread)
{
	const struct td_thread_info *info = &trace->threads[thread].raw;

	return is_deadlock(trace->ended.end) && info->state != TD_T_DONE && info->pending != TD_NONE;
}

static uint64_t waypoints_at(const struct td_trace *trace, const struct td_waypoints *waypoints,
			     const struct td_event *event)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < waypoints->count; i++)
		if (td_waypoint_is_at(&waypoints->items[i], event, trace->modules, trace->module_count))
			bits |= 1ull << i;
	return bits;
}

/* Events first, then what each thread waits for.  All bits together. */
static uint64_t find_places(const struct td_trace *trace, const struct td_waypoints *waypoints, uint64_t *at)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < trace->event_count; i++)
		all |= at[i] = waypoints_at(trace, waypoints, &trace->events[i].raw);
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		struct td_event event = pending_of(trace, i);

		at[trace->event_count + i] = waits(trace, i) ? waypoints_at(trace, waypoints, &event) : 0;
		all |= at[trace->event_count + i];
	}
	return all;
}

static uint32_t thread_of(const struct td_trace *trace, uint32_t index)
{
	return index < trace->event_count ? trace->events[index].raw.thread : index - trace->event_count;
}

static bool fits(const struct find *self, uint32_t depth, uint32_t index)
{
	return self->at[index] >> depth & 1 &&
	       !(depth && self->waypoints->items[depth].is_other &&
		 thread_of(self->trace, self->chosen[depth - 1]) == thread_of(self->trace, index));
}

static uint32_t step_of(const struct find *self, uint32_t event)
{
	uint32_t low = 0, high = self->steps->happened;

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (self->steps->items[middle].event <= event)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* An event of a step that has to come earlier is too late, but for the rest of the step that was chosen last. */
static bool is_left(const struct find *self, uint32_t depth, uint32_t event)
{
	const struct td_trace_step *step = &self->steps->items[step_of(self, event)];
	uint32_t before = depth ? self->chosen[depth - 1] : UINT32_MAX;

	if (step->number > self->gone[depth][step->thread])
		return true;
	return before < event && before >= step->event && event < step->event + step->event_count;
}

static void choose(struct find *self, uint32_t depth, uint32_t index)
{
	uint32_t *now = self->gone[depth], *next = self->gone[depth + 1];
	bool is_event = index < self->trace->event_count;
	const uint32_t *past = is_event ? td_timestamp(self->times, step_of(self, index)) : NULL;

	self->chosen[depth] = index;
	for (uint32_t i = 0; i < self->times->width; i++)
		next[i] = is_event && past[i] > now[i] ? past[i] : now[i];
	if (depth + 1 > self->best.length) {
		self->best.length = depth + 1;
		memcpy(self->best.events, self->chosen, (depth + 1) * sizeof *self->chosen);
	}
}

static bool go_on(struct find *self, uint32_t depth);

/* The first event of the thread that is left and fits: later ones only have more before them. */
static bool try_event_of(struct find *self, uint32_t depth, uint32_t thread)
{
	for (uint32_t i = 0; i < self->trace->event_count; i++)
		if (self->trace->events[i].raw.thread == thread && fits(self, depth, i) && is_left(self, depth, i)) {
			choose(self, depth, i);
			return go_on(self, depth + 1);
		}
	return false;
}

static bool is_chosen(const struct find *self, uint32_t depth, uint32_t index)
{
	for (uint32_t i = 0; i < depth; i++)
		if (self->chosen[i] == index)
			return true;
	return false;
}

/* What a thread waits for comes after all events. */
static bool try_wait_of(struct find *self, uint32_t depth, uint32_t thread)
{
	uint32_t index = self->trace->event_count + thread;

	if (is_chosen(self, depth, index) || !fits(self, depth, index))
		return false;
	choose(self, depth, index);
	return go_on(self, depth + 1);
}

static bool go_on(struct find *self, uint32_t depth)
{
	bool is_at_end = depth && self->chosen[depth - 1] >= self->trace->event_count;

	if (depth == self->waypoints->count)
		return true;
	if (++self->tries > MOST_TRIES) {
		self->best.is_left_out = true;
		return false;
	}
	for (uint32_t thread = 0; thread < self->trace->thread_count && !is_at_end; thread++)
		if (try_event_of(self, depth, thread))
			return true;
	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++)
		if (try_wait_of(self, depth, thread))
			return true;
	return false;
}

/* Of the steps that are not done yet, those up to a number of each thread, in the order in which they happened. */
static uint32_t do_steps(const struct td_steps *steps, const uint32_t *up_to, uint8_t *is_done, uint32_t *order)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < steps->happened; i++)
		if (!is_done[i] && (!up_to || steps->items[i].number <= up_to[steps->items[i].thread])) {
			is_done[i] = 1;
			order[count++] = i;
		}
	return count;
}

static struct td_schedule *arrange(const struct find *self)
{
	uint32_t *order = td_alloc((self->steps->happened + 1) * sizeof *order), count = 0;
	uint8_t *is_done = td_alloc(self->steps->happened + 1);
	struct td_schedule *schedule;

	for (size_t i = 0; i < self->waypoints->count; i++)
		if (self->chosen[i] < self->trace->event_count)
			count += do_steps(self->steps, self->gone[i + 1], is_done, order + count);
	count += do_steps(self->steps, NULL, is_done, order + count);
	schedule = td_schedule_in_order(self->steps, order, count);
	free(is_done);
	free(order);
	return schedule;
}

static void look_for_order(struct find *self)
{
	struct td_steps *steps = td_steps_make(self->trace, UINT32_MAX, false);

	self->steps = steps;
	if (!td_timestamps_fit(steps)) {
		self->best.is_left_out = true;
	} else {
		struct td_timestamps *times = td_timestamps_make(steps, TD_PAST_CLASS);
		uint32_t *gone = td_alloc((TD_MAX_PLACES + 1) * times->width * sizeof *gone);

		self->times = times;
		for (uint32_t i = 0; i <= TD_MAX_PLACES; i++)
			self->gone[i] = gone + (size_t)i * times->width;
		if (go_on(self, 0))
			self->best.schedule = arrange(self);
		free(gone);
		td_timestamps_free(times);
	}
	td_steps_free(steps);
}

/* Most executions do not come to all of the waypoints at all. */
struct td_sequence td_sequence_find(const struct td_trace *trace, const struct td_waypoints *waypoints)
{
	struct find self = {.trace = trace, .waypoints = waypoints};
	uint64_t all = (1ull << waypoints->count) - 1;

	self.at = td_alloc((trace->event_count + trace->thread_count) * sizeof *self.at);
	if (find_places(trace, waypoints, self.at) == all)
		look_for_order(&self);
	free(self.at);
	for (uint32_t i = 0; i < self.best.length; i++)
		if (self.best.events[i] >= trace->event_count)
			self.best.events[i] = UINT32_MAX;
	return self.best;
}

/* Is the rest of the sequence, from this waypoint on, in the events behind this one? */
static bool is_rest_in(struct find *self, uint32_t depth, uint32_t from)
{
	uint32_t all = self->trace->event_count + self->trace->thread_count;

	if (depth == self->waypoints->count)
		return true;
	if (++self->tries > MOST_TRIES)
		return false;
	for (uint32_t thread = 0; thread < self->trace->thread_count; thread++)
		for (uint32_t i = from; i < all; i++) {
			if (thread_of(self->trace, i) != thread || !fits(self, depth, i) || is_chosen(self, depth, i))
				continue;
			self->chosen[depth] = i;
			if (is_rest_in(self, depth + 1,
				       i < self->trace->event_count ? i + 1 : self->trace->event_count))
				return true;
			break;
		}
	return false;
}

bool td_sequence_is_in(const struct td_trace *trace, const struct td_waypoints *waypoints, uint32_t *events)
{
	struct find self = {.trace = trace, .waypoints = waypoints};
	bool is_there;

	self.at = td_alloc((trace->event_count + trace->thread_count) * sizeof *self.at);
	find_places(trace, waypoints, self.at);
	is_there = is_rest_in(&self, 0, 0);
	for (uint32_t i = 0; is_there && i < waypoints->count; i++)
		events[i] = self.chosen[i] < trace->event_count ? self.chosen[i] : UINT32_MAX;
	free(self.at);
	return is_there;
}
