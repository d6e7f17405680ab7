#include "explain_text.h"

#include <stdlib.h>

#include "report/interleaving.h"
#include "report/report.h"
#include "report/words.h"
#include "sentence.h"

enum { LABEL = 10 /* columns */ };

/* What is told stands beside its label. */
static void print_label(const struct td_paint *paint, const char *label)
{
	fputs(label, paint->out);
	td_paint_pad(paint, LABEL - td_text_width(label));
}

/* Takes TEXT over. */
static void print_told(const struct td_paint *paint, const char *label, char *text)
{
	print_label(paint, label);
	td_paint_sentence(paint, TD_PLAIN, LABEL, LABEL + 2, text);
	free(text);
}

static void print_orders(const struct td_paint *paint, const struct td_explanation *self)
{
	const struct td_observations *seen = self->seen;

	print_told(paint, "orders",
		   td_format("%llu of %llu fail%s%s", (unsigned long long)seen->failed,
			     (unsigned long long)(seen->failed + seen->passed),
			     self->is_exact ? "; these are all there are" : ", of those that were tried",
			     self->fails_serially && !self->fails_always
				     ? "; it fails too when each thread runs until it blocks"
				     : ""));
}

static void print_support(const struct td_paint *paint, const struct td_explanation *self)
{
	uint32_t fail = self->cause.support.same + self->cause.support.other;
	const char *these = self->cause.count == 1 ? "this" : "these";
	char *orders = fail == 1 ? td_format("the one order with %s fails", these)
				 : td_format("all %u orders with %s fail", fail, these);

	print_told(paint, "",
		   td_format("%s: %s%s", self->is_exact ? "proved" : "tried", orders,
			     self->cause.count > 1 && self->cause.is_minimal
				     ? "; without any one of them some order passes"
				     : ""));
	free(orders);
}

static void print_cause(const struct td_paint *paint, const struct td_explanation *self)
{
	const struct td_cause *cause = &self->cause;

	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *one = &self->orderings->items[cause->set[i]];

		print_told(paint, i ? "" : "because",
			   one->first == one->second ? td_outcome_words(self->orderings, cause->set[i])
						     : td_ordering_words(self->orderings, cause->set[i]));
	}
	if (cause->count)
		print_support(paint, self);
}

static const char *no_switch_words(const struct td_switches *switches)
{
	if (switches->fails_without)
		return "none is wrong: it fails before the first one, where another thread should have run";
	return switches->count > 1 ? "none is wrong: behind the last one some order passes"
				   : "there is none in the shortest failing order";
}

/* The switch at ERRONEOUS, from thread to thread, and what came of the executions with and without it. */
static void print_wrong(const struct td_paint *paint, const struct td_trace *trace, const struct td_switches *switches)
{
	const struct td_switch *wrong = &switches->items[switches->erroneous], *before = wrong - 1;
	const struct td_trace_event *to = &trace->events[wrong->event], *from = &trace->events[wrong->event - 1];
	char *left = td_words_place(&trace->sites[from->site]), *came = td_words_place(&trace->sites[to->site]);

	print_told(paint, "switch",
		   td_format("number %zu of %zu is wrong: from %s behind %s to %s%s%s", switches->erroneous,
			     switches->count - 1, trace->threads[from->raw.thread].label, left,
			     trace->threads[to->raw.thread].label, *came ? " at " : "", came));
	if (wrong->is_tried)
		print_told(paint, "",
			   td_format("with it %llu of %llu completions fail (%s); without it %llu of %llu pass",
				     (unsigned long long)wrong->failed, (unsigned long long)wrong->failed,
				     wrong->is_exact ? "exact" : "sampled",
				     (unsigned long long)before->passed,
				     (unsigned long long)(before->passed + before->failed)));
	free(left);
	free(came);
}

static void print_switch(const struct td_paint *paint, const struct td_explanation *self)
{
	const struct td_switches *switches = &self->switches;

	if (!switches->count || self->cause.kind == TD_CAUSE_OUTCOME) /* no matter of switches */
		return;
	if (switches->erroneous)
		print_wrong(paint, self->trace, switches);
	else
		print_told(paint, "switch", td_strdup(no_switch_words(switches)));
}

static void print_remedy(const struct td_paint *paint, const struct td_explanation *self)
{
	char *words = td_remedy_words(self);

	if (words)
		print_told(paint, "remedy",
			   td_format("%s: %llu of %llu executions pass", words, (unsigned long long)self->remedy.passed,
				     (unsigned long long)(self->remedy.passed + self->remedy.failed)));
	free(words);
}

static char shade(const struct td_share *share)
{
	uint32_t sum = share->passed + share->failed;

	return !sum ? ' ' : !share->passed ? '#' : !share->failed ? '.' : (char)('0' + 10ull * share->failed / sum);
}

/* One character an event, so many a line as fit.  From the beginning; the items are from the end. */
static void print_shades(const struct td_paint *paint, const struct td_strip *strip)
{
	int room = paint->width - LABEL, used = 0;

	print_label(paint, "strip");
	for (size_t i = strip->count; i-- > 0; used++) {
		if (used && used % room == 0) {
			fputc('\n', paint->out);
			print_label(paint, "");
		}
		fputc(shade(&strip->items[i]), paint->out);
	}
	fputc('\n', paint->out);
}

static void print_strip(const struct td_paint *paint, const struct td_explanation *self)
{
	const struct td_strip *strip = &self->strip;
	const struct td_trace *trace = self->trace;

	if (!strip->count)
		return;
	print_shades(paint, strip);
	print_told(paint, "",
		   td_strdup("after each event, the share of completions that fail (. none, 0-9 tenths, # all)"));
	if (strip->fails_from && strip->fails_from < trace->event_count) {
		const struct td_trace_event *last = &trace->events[strip->fails_from - 1];
		char *place = td_words_place(&trace->sites[last->site]);

		print_told(paint, "",
			   td_format("from %s's %s at %s on every continuation fails",
				     trace->threads[last->raw.thread].label, td_kind_name(last->raw.kind), place));
		free(place);
	}
}

/* The order that is explained, event by event. */
static void print_columns(const struct td_paint *paint, const struct td_explanation *self)
{
	struct td_rows rows = td_rows_make(self->trace, &(struct td_report_options){0});

	fputc('\n', paint->out);
	td_interleaving_print(paint, self->trace, &rows);
	td_rows_clear(&rows);
}

void td_explain_text(const struct td_explanation *self, FILE *out)
{
	struct td_paint paint = td_paint_open(out);

	td_paint_sentence(&paint, TD_PLAIN, 0, 4, self->sentence);
	fputc('\n', out);
	print_told(&paint, "failure", td_report_headline(self->trace));
	print_orders(&paint, self);
	print_cause(&paint, self);
	print_switch(&paint, self);
	print_remedy(&paint, self);
	print_strip(&paint, self);
	if (self->fewest.switches)
		print_told(&paint, "shortest",
			   td_format("%u context %s%s", self->fewest.switches,
				     td_counted(self->fewest.switches, "switch", "switches"),
				     self->fewest.is_fewest ? ", and no order with fewer preemptions fails so" : ""));
	print_columns(&paint, self);
}
