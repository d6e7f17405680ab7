#include "switches.h"

#include <stdlib.h>
#include <string.h>

#include "check/prefix.h"

enum { MOST_TIES = 32, MOST_SEARCHED = 500 };

struct finder {
	struct td_completions *completions;
	const struct td_steps *steps;
	double until;
	td_completion_seen *seen;
	void *context;
	uint32_t events; /* of the prefix */
	uint32_t first;  /* the thread that is to go first behind it */
	uint64_t made;   /* executions in which it did */
};

/* A thread that waits cannot go first: then the execution is one of those with another thread. */
static bool until_one_passes(void *context, const struct td_channel *channel)
{
	struct finder *self = context;

	self->made += self->first == UINT32_MAX || channel->ended.event_count <= self->events ||
		      channel->events[self->events].thread == self->first;
	return self->seen(self->context, channel) && channel->ended.end != TD_END_PASSED;
}

static bool has_ended(const struct td_trace *trace, uint32_t events, uint32_t thread)
{
	for (uint32_t i = events; i-- > 0;)
		if (trace->events[i].raw.thread == thread)
			return trace->events[i].raw.kind == TD_EXIT;
	return false;
}

static bool is_in(const uint32_t *threads, uint32_t count, uint32_t thread)
{
	for (uint32_t k = 0; k < count; k++)
		if (threads[k] == thread)
			return true;
	return false;
}

/* The paper's choice of the first thread: for each shared variable the one that touched it last, for then it is not
 * interrupted there. */
static uint32_t last_to_touch(const struct td_steps *steps, uint32_t events, uint32_t *threads)
{
	bool *is_known = td_alloc(steps->object_count + 1);
	uint32_t count = 0;

	for (uint32_t i = steps->happened; i-- > 0;)
		for (uint32_t k = 0; steps->items[i].event < events && k < steps->items[i].touch_count; k++) {
			const struct td_trace_touch *touch = &steps->touches[steps->items[i].touch + k];
			uint32_t thread = steps->items[i].thread;

			if (is_known[touch->object] || !touch->is_memory)
				continue;
			is_known[touch->object] = true;
			if (!is_in(threads, count, thread) && !has_ended(steps->trace, events, thread))
				threads[count++] = thread;
		}
	free(is_known);
	return count;
}

static void add(struct td_switch *item, const struct td_tally *tally)
{
	item->passed += tally->passed;
	item->failed += tally->failed;
}

static void run(struct finder *self, struct td_switch *item, const struct td_completion_plan *plan)
{
	struct td_tally tally = td_completions_run(self->completions, plan, until_one_passes, self);

	add(item, &tally);
	item->is_exact |= plan->is_systematic && tally.is_all;
}

/* Each thread runs until it cannot go on, beginning with this one. */
static void complete_plainly(struct finder *self, struct td_switch *item, const struct td_schedule *prefix)
{
	uint32_t *threads = td_alloc((self->steps->trace->thread_count + 1) * sizeof *threads);
	uint32_t count = last_to_touch(self->steps, self->events, threads);

	for (uint32_t i = 0; i < count && !item->passed; i++) {
		struct td_schedule *first = td_schedule_then(prefix, threads[i]);
		struct td_completion_plan plan = {.prefix = first,
						  .policy = {.kind = TD_POLICY_RUN_ON},
						  .is_lenient = true,
						  .most = 1,
						  .until = self->until};

		self->first = threads[i];
		run(self, item, &plan);
		td_schedule_free(first);
	}
	free(threads);
}

/* All completions, or, where these are too many, those with least concurrency in all tie orders. */
static void search(struct finder *self, struct td_switch *item, const struct td_schedule *prefix)
{
	struct td_completion_plan all = {.prefix = prefix,
					 .policy = {.kind = TD_POLICY_TRACES},
					 .is_systematic = true,
					 .most = MOST_SEARCHED,
					 .until = self->until};
	struct td_completion_plan ties = {
		.prefix = prefix, .policy = {.kind = TD_POLICY_PREEMPTIONS}, .most = MOST_TIES, .until = self->until};

	self->first = UINT32_MAX;
	run(self, item, &all);
	if (!item->passed && !item->is_exact)
		run(self, item, &ties);
}

static void try(struct finder *self, struct td_switches *switches, size_t i)
{
	struct td_switch *item = &switches->items[i];
	const struct td_trace *trace = self->steps->trace;
	uint32_t events = i + 1 < switches->count ? switches->items[i + 1].event : trace->event_count;
	struct td_schedule *prefix = td_prefix(self->steps, events);

	item->is_tried = true;
	self->made = 0;
	self->events = events;
	complete_plainly(self, item, prefix);
	switches->completions += self->made;
	self->made = 0;
	if (!item->passed)
		search(self, item, prefix);
	switches->searched += self->made;
	item->is_exact |= item->passed > 0;
	td_schedule_free(prefix);
}

struct td_switches td_switches_find(struct td_completions *completions, const struct td_steps *steps, double until,
				    td_completion_seen *seen, void *context)
{
	struct finder self = {
		.completions = completions, .steps = steps, .until = until, .seen = seen, .context = context};
	const struct td_trace *trace = steps->trace;
	struct td_switches switches = {0};

	TD_PUSH(&switches, ((struct td_switch){0}));
	for (uint32_t i = 1; i < trace->event_count; i++)
		if (trace->events[i].raw.thread != trace->events[i - 1].raw.thread)
			TD_PUSH(&switches, ((struct td_switch){.event = i}));
	for (size_t i = switches.count; i-- > 0 && !completions->is_over && td_now() < until;) {
		try(&self, &switches, i);
		if (switches.items[i].passed) {
			switches.erroneous = i + 1 < switches.count ? i + 1 : 0;
			return switches;
		}
	}
	switches.fails_without = switches.items[0].is_tried && switches.items[0].failed;
	return switches;
}
