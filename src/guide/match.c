#include "match.h"

#include "report/data_race.h"
#include "report/places.h"
#include "report/waits.h"
#include "warned_place.h"

#include <string.h>

static bool is_at_site(const struct td_warned_place *place, const struct td_trace *trace, uint32_t site)
{
	return td_warned_place_is(place, &trace->sites[site]);
}

static bool is_on_stack(const struct td_warned_place *place, const struct td_trace *trace,
			const struct td_frame_list *stack)
{
	for (uint32_t i = 0; i < stack->count; i++)
		if (is_at_site(place, trace, stack->sites[i]))
			return true;
	return false;
}

/* The sites of the two accesses. */
static void race_sites(const struct td_trace *trace, uint32_t sites[2])
{
	struct td_race_sides sides = td_race_sides_make(trace);

	for (int i = 0; i < 2; i++)
		sites[i] = trace->events[sides.at[i].event].site;
	td_race_sides_clear(&sides);
}

/* Of two places one access is at each; of more, each access is at any; the only one is that of an access. */
static bool is_race(const struct td_warning *self, const struct td_trace *trace)
{
	uint32_t sites[2];
	bool is_at[2] = {false, false}, is_pair = false;

	if (trace->ended.end != TD_END_RACE)
		return false;
	race_sites(trace, sites);
	for (size_t i = 0; i < self->count; i++)
		for (int side = 0; side < 2; side++)
			is_at[side] |= is_at_site(&self->items[i], trace, sites[side]);
	for (int side = 0; side < 2 && self->count == 2; side++)
		is_pair |= is_at_site(&self->items[0], trace, sites[side]) &&
			   is_at_site(&self->items[1], trace, sites[!side]);
	return self->count == 1 ? is_at[0] || is_at[1] : self->count == 2 ? is_pair : is_at[0] && is_at[1];
}

static bool is_deadlock(const struct td_trace *trace)
{
	return trace->ended.end == TD_END_DEADLOCK || trace->ended.end == TD_END_CYCLE ||
	       trace->ended.end == TD_END_SELF_DEADLOCK;
}

/* Of a cycle those that are in it; otherwise all that are blocked. */
static bool waits(const struct td_trace *trace, uint32_t thread)
{
	if (trace->ended.end == TD_END_SELF_DEADLOCK)
		return thread == trace->ended.thread;
	return trace->ended.cycle_count ? td_in_cycle(trace, thread) : trace->threads[thread].raw.state == TD_T_BLOCKED;
}

/* Which place each thread stands for: one each. */
struct matching {
	const struct td_warning *warning;
	const struct td_trace *trace;
	size_t place[TD_MAX_THREADS]; /* its number from 1, 0: none */
	bool is_tried[TD_MAX_THREADS];
};

/* A thread that waits there and stands for no other place, or one whose place another thread can take (Kuhn). */
static bool find_thread(struct matching *self, size_t place)
{
	for (uint32_t i = 0; i < self->trace->thread_count; i++) {
		if (self->is_tried[i] || !waits(self->trace, i) ||
		    !is_on_stack(&self->warning->items[place], self->trace, &self->trace->threads[i].stack))
			continue;
		self->is_tried[i] = true;
		if (!self->place[i] || find_thread(self, self->place[i] - 1)) {
			self->place[i] = place + 1;
			return true;
		}
	}
	return false;
}

static bool is_cycle(const struct td_warning *self, const struct td_trace *trace)
{
	struct matching matching = {.warning = self, .trace = trace};
	uint32_t waiting = 0;

	for (size_t i = 0; is_deadlock(trace) && i < self->count; i++) {
		memset(matching.is_tried, 0, sizeof matching.is_tried);
		waiting += find_thread(&matching, i);
	}
	return waiting && waiting >= self->waiting;
}

static bool fails_at(const struct td_warned_place *place, const struct td_trace *trace)
{
	struct td_places places = td_places_of(trace);
	bool is_there = is_at_site(place, trace, places.primary.site);

	td_places_clear(&places);
	return is_there;
}

/* Of a race both accesses count.  reach_error fails in itself, and a witness ends at its call. */
static bool ends_at(const struct td_warned_place *place, const struct td_trace *trace)
{
	uint32_t sites[2] = {0, 0};

	if (trace->ended.end == TD_END_RACE)
		race_sites(trace, sites);
	return fails_at(place, trace) || is_on_stack(place, trace, &trace->stack) ||
	       is_at_site(place, trace, sites[0]) || is_at_site(place, trace, sites[1]);
}

static bool ends_so(const struct td_warning *self, const struct td_trace *trace)
{
	return self->ends >> trace->ended.end & 1;
}

bool td_warning_is_shown_by(const struct td_warning *self, const struct td_trace *trace)
{
	switch (self->kind) {
	case TD_WARNING_RACE: return is_race(self, trace);
	case TD_WARNING_CYCLE: return is_cycle(self, trace);
	case TD_WARNING_FAILURE: return ends_so(self, trace) && fails_at(&self->items[0], trace);
	case TD_WARNING_WITNESS: return ends_so(self, trace) && ends_at(&self->items[self->count - 1], trace);
	}
	BUG("no kind of warning: %d", self->kind);
}
