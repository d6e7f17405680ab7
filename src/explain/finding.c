/* A finding as it is best shown: shorter, and with its cause. */
#include <stdlib.h>

#include "explain.h"

#include "explore/replay.h"
#include "sentence.h"

/* A data race has its two accesses, and what goes round for ever has no end that another order could come to. */
static bool can_be_shortened(const struct td_trace *trace)
{
	return !td_explain_refuses(trace) && trace->ended.end != TD_END_RACE && trace->ended.end != TD_END_ENDLESS;
}

static char *copy(const char *text)
{
	return text ? td_strdup(text) : NULL;
}

static struct td_told_event told_of(const struct td_observations *seen, td_watched what)
{
	struct td_watched_event event = td_watched_event(seen, what);
	const struct td_site *site = &event.trace->sites[event.site];

	return (struct td_told_event){ .thread = td_strdup(event.trace->threads[event.thread].label), .function = td_strdup(site->function),
				       .file = copy(site->file), .source = copy(site->source), .line = site->line, .kind = event.kind,
				       .number = td_occurrence_of(seen, what).number };
}

static void tell_cause(struct td_trace *trace, const struct td_explanation *self)
{
	const struct td_cause *cause = &self->cause;

	if (!cause->kind)
		return;
	trace->cause = td_strdup(self->sentence);
	trace->told = td_alloc((2 * (size_t)cause->count + 1) * sizeof *trace->told);
	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *one = &self->orderings->items[cause->set[i]];

		trace->told[trace->told_count++] = told_of(self->seen, one->first);
		trace->told[trace->told_count++] = told_of(self->seen, one->second);
	}
}

static void keep_drawn(struct td_trace *shorter, const struct td_trace *trace)
{
	shorter->drawn = td_copy(trace->segments, trace->segment_count * sizeof *trace->segments);
	shorter->drawn_count = trace->segment_count;
	shorter->drawn_choices = td_copy(trace->choices, trace->choice_count * sizeof *trace->choices);
	shorter->drawn_choice_count = trace->choice_count;
}

static bool ends_alike(const struct td_trace *a, const struct td_trace *b)
{
	if (td_speaks_for_itself(a->ended.end)) /* who notices a deadlock may be another thread */
		return a->ended.end == b->ended.end;
	return a->ended.end == b->ended.end && td_relative_address(a->ended.pc, a->modules, a->module_count) ==
						       td_relative_address(b->ended.pc, b->modules, b->module_count);
}

/* In fresh processes, as every trace is made. */
static struct td_trace *capture(const struct td_trace *trace, const struct td_schedule *schedule, double watchdog)
{
	struct td_trace *made = td_replay_capture(&trace->command, &trace->job, schedule, watchdog);

	if (made && ends_alike(trace, made))
		return made;
	if (made)
		td_trace_free(made);
	return NULL;
}

struct td_trace *td_explain_finding(const struct td_trace *trace, double seconds, double watchdog)
{
	struct td_schedule *drawn = td_schedule_of(trace);
	struct td_explanation *self = can_be_shortened(trace) ? td_explain_partly(trace, seconds, watchdog) : NULL;
	bool is_shorter = self && self->fewest.schedule && self->fewest.switches < td_schedule_switches(drawn);
	struct td_trace *made = is_shorter || (self && self->cause.kind) ? capture(trace, is_shorter ? self->fewest.schedule : drawn, watchdog)
									 : NULL;

	if (made && is_shorter)
		keep_drawn(made, trace);
	if (made && self->sentence)
		tell_cause(made, self);
	if (self)
		td_explanation_free(self);
	td_schedule_free(drawn);
	return made;
}
