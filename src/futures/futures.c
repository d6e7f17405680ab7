#include "futures.h"

#include "explore/interrupt.h"

#include <stdlib.h>

enum { MOST_GROWTHS = 4 };

/* Of the time, for the search by what reads read from, which may not be able to look at all of the program. */
static const double until_reads_from = 0.6;

static struct td_schedule nothing;

struct find {
	struct td_futures *futures;
	const struct td_waypoints *at;
	const struct td_trace *trace; /* of the execution that is looked at */
	const struct td_channel *channel;
	uint64_t execution; /* its number, from 1 */
	struct td_origins origins;
};

bool td_use_is_open(const struct td_use *use)
{
	bool has_other = false;
	size_t count = 0;

	for (size_t i = 0; i < use->count; i++) {
		has_other |= !use->items[i].is_own && use->items[i].pc;
		count += use->items[i].pc || use->items[i].schedule;
	}
	return has_other && count > 1;
}

static struct td_use *use_of(struct td_futures *self, const struct td_event *read)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].pc == read->pc)
			return &self->items[i];
	TD_PUSH(self, ((struct td_use){.pc = read->pc, .thread = TD_THREADS_NONE}));
	return &self->items[self->count - 1];
}

static void note_thread(uint32_t *thread, uint32_t seen)
{
	if (*thread != seen)
		*thread = *thread == TD_THREADS_NONE ? seen : TD_THREADS_SEVERAL;
}

/* WRITE: an event, or TD_FROM_BEGINNING. */
static struct td_definition *definition_of(struct find *self, const struct td_event *read, uint32_t write)
{
	const struct td_event *event = write == TD_FROM_BEGINNING ? NULL : &self->trace->events[write].raw;
	uint64_t pc = event ? event->pc : 0;
	bool is_own = event && event->thread == read->thread;
	uint32_t number = event ? self->origins.numbers[write] : 0;
	struct td_use *use = use_of(self->futures, read);
	struct td_definition *found = NULL;

	number = number < TD_MANY_INSTANCES ? number : TD_MANY_INSTANCES;
	for (size_t i = 0; i < use->count && !found; i++)
		if (use->items[i].pc == pc && use->items[i].is_own == is_own && use->items[i].number == number)
			found = &use->items[i];
	if (!found) {
		TD_PUSH(use, ((struct td_definition){
				     .pc = pc, .is_own = is_own, .number = number, .thread = TD_THREADS_NONE}));
		found = &use->items[use->count - 1];
	}
	note_thread(&use->thread, read->thread);
	if (event)
		note_thread(&found->thread, event->thread);
	return found;
}

static bool is_wanted(const struct find *self, const struct td_event *read)
{
	const struct td_trace *trace = self->trace;

	for (size_t i = 0; i < self->at->count; i++)
		if (td_waypoint_is_at(&self->at->items[i], read, trace->modules, trace->module_count))
			return true;
	return !self->at->count;
}

static struct td_instance instance_of(const struct find *self, uint32_t event)
{
	const struct td_event *raw = &self->trace->events[event].raw;

	return (struct td_instance){.pc = raw->pc, .thread = raw->thread, .number = self->origins.numbers[event]};
}

static void note_read(struct find *self, uint32_t read)
{
	const struct td_event *event = &self->trace->events[read].raw;
	uint32_t source = self->origins.of[read];
	bool is_event = source != TD_FROM_BEGINNING;
	struct td_definition *definition = definition_of(self, event, source);

	definition->count += definition->last != self->execution;
	definition->last = self->execution;
	if (!definition->schedule) {
		definition->schedule = td_schedule_copy(self->channel);
		definition->read = instance_of(self, read);
		definition->write = is_event ? instance_of(self, source) : (struct td_instance){0};
	}
}

static void note_pair(void *context, uint32_t read, uint32_t write)
{
	struct find *self = context;
	const struct td_event *event = &self->trace->events[read].raw;

	if (!is_wanted(self, event))
		return;
	definition_of(self, event, TD_FROM_BEGINNING);
	definition_of(self, event, write);
}

static bool look_at(void *context, const struct td_channel *channel)
{
	struct find *self = context;
	struct td_trace *trace = td_trace_plain(channel);

	self->execution++;
	self->trace = trace;
	self->channel = channel;
	self->origins = td_origins_find(trace);
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (self->origins.of[i] != TD_FROM_NOWHERE && is_wanted(self, &trace->events[i].raw))
			note_read(self, i);
	td_origins_pairs(trace, note_pair, self);
	td_origins_free(&self->origins);
	td_trace_free(trace);
	return true;
}

static void clear(struct td_futures *self)
{
	for (size_t i = 0; i < self->count; i++) {
		for (size_t k = 0; k < self->items[i].count; k++)
			if (self->items[i].items[k].schedule)
				td_schedule_free(self->items[i].items[k].schedule);
		free(self->items[i].items);
	}
	self->count = 0;
}

/* More is shared than was known: instances were counted otherwise. */
static void begin_anew(void *context)
{
	struct find *self = context;

	clear(self->futures);
}

static bool go_through_by(struct td_guide *guide, enum td_policy_kind kind, double until, void (*begin)(void *context),
			  td_completion_seen *seen, void *context, uint64_t *executions)
{
	struct td_completions *completions = guide->completions;
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = kind},
					  .is_systematic = true,
					  .most = UINT64_MAX,
					  .until = until,
					  .ignored = TD_FAILS_TWICE};
	struct td_tally tally = {0};
	int growths = 0;

	do {
		completions->has_grown = false;
		begin(context);
		tally = td_completions_run(completions, &plan, seen, context);
		*executions = tally.passed + tally.failed;
	} while (completions->has_grown && growths++ < MOST_GROWTHS);
	return tally.is_all && !completions->has_grown;
}

struct td_all_ways td_futures_go_through(struct td_guide *guide, double seconds, void (*begin)(void *context),
					 td_completion_seen *seen, void *context)
{
	struct td_all_ways ways = {.kind = TD_POLICY_READS_FROM};
	double start = td_now();

	ways.is_complete = go_through_by(guide, TD_POLICY_READS_FROM, start + until_reads_from * seconds, begin, seen,
					 context, &ways.executions);
	if (ways.is_complete || td_interrupt_count() || td_now() >= start + seconds)
		return ways;
	/* That search may have refused the program; this one is for all. */
	guide->completions->is_over = false;
	ways.kind = TD_POLICY_TRACES;
	ways.is_complete =
		go_through_by(guide, TD_POLICY_TRACES, start + seconds, begin, seen, context, &ways.executions);
	return ways;
}

/* The beginning first, then by place and number. */
static int compare_definitions(const void *a, const void *b)
{
	const struct td_definition *x = a, *y = b;

	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	if (x->is_own != y->is_own)
		return x->is_own ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_uses(const void *a, const void *b)
{
	const struct td_use *x = a, *y = b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static void sort(struct td_futures *self)
{
	if (self->count)
		qsort(self->items, self->count, sizeof *self->items, compare_uses);
	for (size_t i = 0; i < self->count; i++)
		qsort(self->items[i].items, self->items[i].count, sizeof *self->items[i].items, compare_definitions);
}

struct td_futures *td_futures_find(struct td_guide *guide, const struct td_waypoints *at, double seconds)
{
	struct td_futures *futures = td_alloc(sizeof *futures);
	struct find find = {.futures = futures, .at = at};
	struct td_all_ways ways;

	if (at->count)
		td_guide_learn_places(guide, at, td_now() + seconds / 10);
	ways = td_futures_go_through(guide, seconds, begin_anew, look_at, &find);

	sort(futures);
	futures->is_complete = ways.is_complete;
	futures->executions = ways.executions;
	futures->kind = ways.kind;
	return futures;
}

void td_futures_free(struct td_futures *self)
{
	clear(self);
	free(self->items);
	free(self);
}
