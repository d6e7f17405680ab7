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
	uint64_t made;
};

static bool until_one_passes(void *context, const struct td_channel *channel)
{
	struct finder *self = context;

	self->made++;
	return self->seen(self->context, channel) && channel->ended.end != TD_END_PASSED;
}

/* The paper's choice of the first thread: the one that touched something shared last, for then it is not interrupted there. */
static uint32_t threads_by_last_touch(const struct td_trace *trace, uint32_t events, uint32_t *threads)
{
	uint32_t count = 0;

	for (uint32_t i = events; i-- > 0 && count < trace->thread_count;) {
		bool is_known = false;

		for (uint32_t k = 0; k < count; k++)
			is_known |= threads[k] == trace->events[i].raw.thread;
		if (!is_known)
			threads[count++] = trace->events[i].raw.thread;
	}
	for (uint32_t t = 0; t < trace->thread_count && count < trace->thread_count; t++) {
		bool is_known = false;

		for (uint32_t k = 0; k < count; k++)
			is_known |= threads[k] == t;
		if (!is_known)
			threads[count++] = t;
	}
	return count;
}

static void add(struct td_switch *item, const struct td_tally *tally)
{
	item->passed += tally->passed;
	item->failed += tally->failed;
}

static void complete_plainly(struct finder *self, struct td_switch *item, const struct td_schedule *prefix, uint32_t events)
{
	const struct td_trace *trace = self->steps->trace;
	uint32_t *threads = td_alloc((trace->thread_count + 1) * sizeof *threads), count = threads_by_last_touch(trace, events, threads);

	for (uint32_t i = 0; i < count && !item->passed; i++) {
		struct td_schedule *first = td_schedule_then(prefix, threads[i]);
		struct td_completion_plan plan = { .prefix = first, .policy = { .kind = TD_POLICY_PREEMPTIONS }, .is_lenient = true,
						   .most = MOST_TIES, .until = self->until };
		struct td_tally tally = td_completions_run(self->completions, &plan, until_one_passes, self);

		add(item, &tally);
		td_schedule_free(first);
	}
	free(threads);
}

static void search(struct finder *self, struct td_switch *item, const struct td_schedule *prefix)
{
	struct td_completion_plan plan = { .prefix = prefix, .policy = { .kind = TD_POLICY_TRACES }, .is_systematic = true,
					   .most = MOST_SEARCHED, .until = self->until };
	struct td_tally tally = td_completions_run(self->completions, &plan, until_one_passes, self);

	add(item, &tally);
	item->is_exact = tally.is_all;
}

static void try(struct finder *self, struct td_switches *switches, size_t i)
{
	struct td_switch *item = &switches->items[i];
	const struct td_trace *trace = self->steps->trace;
	uint32_t events = i + 1 < switches->count ? switches->items[i + 1].event : trace->event_count;
	struct td_schedule *prefix = td_prefix(self->steps, events);

	item->is_tried = true;
	self->made = 0;
	complete_plainly(self, item, prefix, events);
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
	struct finder self = { .completions = completions, .steps = steps, .until = until, .seen = seen, .context = context };
	const struct td_trace *trace = steps->trace;
	struct td_switches switches = { 0 };

	TD_PUSH(&switches, ((struct td_switch){ 0 }));
	for (uint32_t i = 1; i < trace->event_count; i++)
		if (trace->events[i].raw.thread != trace->events[i - 1].raw.thread)
			TD_PUSH(&switches, ((struct td_switch){ .event = i }));
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
