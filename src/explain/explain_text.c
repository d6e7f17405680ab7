#include "explain_text.h"

#include <stdlib.h>

#include "report/interleaving.h"
#include "report/report.h"
#include "report/words.h"
#include "sentence.h"

static void print_orders(const struct td_explanation *self, FILE *out)
{
	const struct td_observations *seen = self->seen;

	fprintf(out, "orders    %llu of %llu fail%s%s\n", (unsigned long long)seen->failed,
		(unsigned long long)(seen->failed + seen->passed),
		self->is_exact ? "; these are all there are" : ", of those that were tried",
		self->fails_serially && !self->fails_always ? "; it fails too when each thread runs until it blocks"
							    : "");
}

static void print_support(const struct td_explanation *self, FILE *out)
{
	uint32_t fail = self->cause.support.same + self->cause.support.other;
	const char *these = self->cause.count == 1 ? "this" : "these";

	fprintf(out, "          %s: ", self->is_exact ? "proved" : "tried");
	if (fail == 1)
		fprintf(out, "the one order with %s fails", these);
	else
		fprintf(out, "all %u orders with %s fail", fail, these);
	fprintf(out, "%s\n",
		self->cause.count > 1 && self->cause.is_minimal ? "; without any one of them some order passes" : "");
}

static void print_cause(const struct td_explanation *self, FILE *out)
{
	const struct td_cause *cause = &self->cause;

	for (uint32_t i = 0; i < cause->count; i++) {
		const struct td_ordering *one = &self->orderings->items[cause->set[i]];
		char *words = one->first == one->second ? td_outcome_words(self->orderings, cause->set[i])
							: td_ordering_words(self->orderings, cause->set[i]);

		fprintf(out, "%s%s\n", i ? "          " : "because   ", words);
		free(words);
	}
	if (cause->count)
		print_support(self, out);
}

static void print_switch(const struct td_explanation *self, FILE *out)
{
	const struct td_switches *switches = &self->switches;
	const struct td_trace_event *to, *from;
	const struct td_switch *wrong, *before;
	char *left, *came;

	if (!switches->count || self->cause.kind == TD_CAUSE_OUTCOME) /* no matter of switches */
		return;
	if (!switches->erroneous) {
		fprintf(out, "switch    %s\n",
			switches->fails_without
				? "none is wrong: it fails before the first one, where another thread should have run"
			: switches->count > 1 ? "none is wrong: behind the last one some order passes"
					      : "there is none in the shortest failing order");
		return;
	}
	wrong = &switches->items[switches->erroneous];
	before = &switches->items[switches->erroneous - 1];
	to = &self->trace->events[wrong->event];
	from = &self->trace->events[wrong->event - 1];
	left = td_words_place(&self->trace->sites[from->site]);
	came = td_words_place(&self->trace->sites[to->site]);
	fprintf(out, "switch    number %zu of %zu is wrong: from %s behind %s to %s at %s\n", switches->erroneous,
		switches->count - 1, self->trace->threads[from->raw.thread].label, left,
		self->trace->threads[to->raw.thread].label, came);
	if (wrong->is_tried)
		fprintf(out, "          with it all %llu completions fail (%s); without it %llu of %llu pass\n",
			(unsigned long long)wrong->failed, wrong->is_exact ? "exact" : "sampled",
			(unsigned long long)before->passed, (unsigned long long)(before->passed + before->failed));
	free(left);
	free(came);
}

static void print_remedy(const struct td_explanation *self, FILE *out)
{
	char *words = td_remedy_words(self);

	if (words)
		fprintf(out, "remedy    %s: %llu of %llu executions pass\n", words,
			(unsigned long long)self->remedy.passed,
			(unsigned long long)(self->remedy.passed + self->remedy.failed));
	free(words);
}

static char shade(const struct td_share *share)
{
	uint32_t sum = share->passed + share->failed;

	return !sum ? ' ' : !share->passed ? '#' : !share->failed ? '.' : (char)('0' + 10ull * share->failed / sum);
}

/* From the beginning; the items are from the end. */
static void print_strip(const struct td_explanation *self, FILE *out)
{
	const struct td_strip *strip = &self->strip;
	const struct td_trace *trace = self->trace;

	if (!strip->count)
		return;
	fprintf(out, "strip     ");
	for (size_t i = strip->count; i-- > 0;)
		fputc(shade(&strip->items[i]), out);
	fprintf(out, "\n          after each event, the share of completions that fail (. none, 0-9 tenths, # all)\n");
	if (strip->fails_from && strip->fails_from < trace->event_count) {
		const struct td_trace_event *last = &trace->events[strip->fails_from - 1];
		char *place = td_words_place(&trace->sites[last->site]);

		fprintf(out, "          from %s's %s at %s on every continuation fails\n",
			trace->threads[last->raw.thread].label, td_kind_name(last->raw.kind), place);
		free(place);
	}
}

/* The order that is explained, event by event. */
static void print_columns(const struct td_explanation *self, FILE *out)
{
	struct td_paint paint = td_paint_open(out);
	struct td_rows rows = td_rows_make(self->trace, &(struct td_report_options){0});

	fputc('\n', out);
	td_interleaving_print(&paint, self->trace, &rows);
	td_rows_clear(&rows);
}

void td_explain_text(const struct td_explanation *self, FILE *out)
{
	char *headline = td_report_headline(self->trace);

	fprintf(out, "%s\n", self->sentence);
	fprintf(out, "\nfailure   %s\n", headline);
	print_orders(self, out);
	print_cause(self, out);
	print_switch(self, out);
	print_remedy(self, out);
	print_strip(self, out);
	if (self->fewest.switches)
		fprintf(out, "shortest  %u context %s%s\n", self->fewest.switches,
			td_counted(self->fewest.switches, "switch", "switches"),
			self->fewest.is_fewest ? ", and no order with fewer preemptions fails so" : "");
	print_columns(self, out);
	free(headline);
}
