/* A finding as it is best shown: shorter, and with its cause. */
#include <stdlib.h>
#include <string.h>

#include "explain.h"

#include "explore/replay.h"
#include "report/report.h"
#include "report/words.h"
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

	return (struct td_told_event){.thread = td_strdup(event.trace->threads[event.thread].label),
				      .function = td_strdup(site->function),
				      .file = copy(site->file),
				      .source = copy(site->source),
				      .line = site->line,
				      .kind = event.kind,
				      .number = td_occurrence_number(seen, what)};
}

/* Is there more to say than the headline does? */
static bool says_more(const struct td_explanation *self)
{
	char *headline = self->trace ? td_report_headline(self->trace) : NULL;
	bool is_more = self->sentence && headline &&
		       strcmp(self->sentence, headline + strlen(td_words_program(self->trace)) + 2);

	free(headline);
	return is_more;
}

static void tell(struct td_trace *trace, const struct td_observations *seen, td_watched first, td_watched second)
{
	trace->told[trace->told_count++] = told_of(seen, first);
	trace->told[trace->told_count++] = told_of(seen, second);
}

static void tell_cause(struct td_trace *trace, const struct td_explanation *self)
{
	const struct td_cause *cause = &self->cause;
	td_watched freed, use;

	if (!says_more(self))
		return;
	trace->cause = td_strdup(self->sentence);
	trace->told = td_alloc((2 * (size_t)cause->count + 2) * sizeof *trace->told);
	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *one = &self->orderings->items[cause->set[i]];

		tell(trace, self->seen, one->first, one->second);
	}
	if (!cause->count && td_freed_order(self, &freed, &use))
		tell(trace, self->seen, freed, use);
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
	if (td_speaks_for_itself(a) || a->ended.end == TD_END_DEADLOCK ||
	    a->ended.end == TD_END_LEAKED_THREAD) /* who notices a deadlock may be another thread */
		return a->ended.end == b->ended.end;
	return a->ended.end == b->ended.end && td_relative_address(a->ended.pc, a->modules, a->module_count) ==
						       td_relative_address(b->ended.pc, b->modules, b->module_count);
}

static bool has(const struct td_trace *trace, const struct td_told_event *told)
{
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (td_event_is_told(trace, &trace->events[i], told))
			return true;
	return false;
}

/* What a short execution does not show to be shared is no event in its trace. */
static bool shows_cause(const struct td_trace *made, const struct td_trace *trace)
{
	for (uint32_t i = 0; i < made->told_count; i++)
		if (!has(made, &made->told[i]) && has(trace, &made->told[i]))
			return false;
	return true;
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

/* The execution of this schedule, with the cause, if it shows as much of that as the trace does. */
static struct td_trace *told_by(const struct td_explanation *self, const struct td_trace *trace,
				const struct td_schedule *schedule, double watchdog)
{
	struct td_trace *made = capture(trace, schedule, watchdog);

	if (made && self->sentence)
		tell_cause(made, self);
	if (!made || shows_cause(made, trace))
		return made;
	td_trace_free(made);
	return NULL;
}

static struct td_trace *best_of(const struct td_explanation *self, const struct td_trace *trace, double watchdog)
{
	struct td_schedule *drawn = td_schedule_of(trace);
	bool is_shorter = self->fewest.schedule && self->fewest.switches < td_schedule_switches(drawn);
	struct td_trace *made = is_shorter ? told_by(self, trace, self->fewest.schedule, watchdog) : NULL;

	if (made)
		keep_drawn(made, trace);
	else if (says_more(self))
		made = told_by(self, trace, drawn, watchdog);
	td_schedule_free(drawn);
	return made;
}

struct td_trace *td_explain_finding(const struct td_trace *trace, double seconds, double watchdog)
{
	struct td_explanation *self = can_be_shortened(trace) ? td_explain_partly(trace, seconds, watchdog) : NULL;
	struct td_trace *made = self ? best_of(self, trace, watchdog) : NULL;

	if (self)
		td_explanation_free(self);
	return made;
}
