#include "explain_text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/words.h"
#include "sentence.h"

static json_t *text(const char *string)
{
	json_t *made = json_string(string);

	return made ? made : json_stringn_nocheck(string, strlen(string));
}

/* An event, what a thread was about to do, or what it would have done. */
static json_t *watched(const struct td_explanation *self, td_watched what)
{
	struct td_watched_event event = td_watched_event(self->seen, what);
	const struct td_site *site = &event.trace->sites[event.site];
	json_t *made = json_object();

	json_object_set_new(made, "thread", text(event.trace->threads[event.thread].label));
	json_object_set_new(made, "kind", text(td_kind_name(event.kind)));
	json_object_set_new(made, "object", text(event.name));
	json_object_set_new(made, "happened", json_boolean(event.happened));
	json_object_set_new(made, "occurrence", json_integer(td_occurrence_number(self->seen, what)));
	if (event.happened)
		json_object_set_new(made, "event", json_integer(what + 1));
	if (site->file)
		json_object_set_new(made, "file", text(site->file));
	json_object_set_new(made, "line", json_integer(site->line));
	json_object_set_new(made, "function", text(site->function));
	return made;
}

static const char *kind_word(const struct td_explanation *self)
{
	static const char *const words[] = {[TD_CAUSE_UNKNOWN] = "unknown",
					    [TD_CAUSE_OUTCOME] = "choice",
					    [TD_CAUSE_ORDER] = "order",
					    [TD_CAUSE_BETWEEN] = "atomicity",
					    [TD_CAUSE_SEVERAL] = "several"};

	return self->fails_always ? "always" : words[self->cause.kind];
}

static json_t *orderings(const struct td_explanation *self)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < self->cause.count; i++) {
		const struct td_ordering *one = &self->orderings->items[self->cause.set[i]];
		json_t *made = json_object();

		json_object_set_new(made, "first", watched(self, one->first));
		json_object_set_new(made, "second", watched(self, one->second));
		json_array_append_new(list, made);
	}
	return list;
}

static json_t *switches(const struct td_explanation *self)
{
	json_t *made = json_object(), *list = json_array();

	for (size_t i = 0; i < self->switches.count; i++) {
		const struct td_switch *item = &self->switches.items[i];
		json_t *one = json_object();

		if (!item->is_tried)
			continue;
		json_object_set_new(one, "number", json_integer((json_int_t)i));
		json_object_set_new(one, "event", json_integer(item->event + 1));
		json_object_set_new(one, "passed", json_integer((json_int_t)item->passed));
		json_object_set_new(one, "failed", json_integer((json_int_t)item->failed));
		json_object_set_new(one, "exact", json_boolean(item->is_exact));
		json_array_append_new(list, one);
	}
	json_object_set_new(made, "count",
			    json_integer(self->switches.count ? (json_int_t)self->switches.count - 1 : 0));
	json_object_set_new(made, "erroneous", json_integer((json_int_t)self->switches.erroneous));
	json_object_set_new(made, "completions", json_integer((json_int_t)self->switches.completions));
	json_object_set_new(made, "searched", json_integer((json_int_t)self->switches.searched));
	json_object_set_new(made, "tried", list);
	return made;
}

static json_t *orders(const struct td_explanation *self)
{
	json_t *made = json_object();

	json_object_set_new(made, "passed", json_integer((json_int_t)self->seen->passed));
	json_object_set_new(made, "failed", json_integer((json_int_t)self->seen->failed));
	json_object_set_new(made, "all", json_boolean(self->is_exact));
	json_object_set_new(made, "fails_serially", json_boolean(self->fails_serially));
	return made;
}

static json_t *remedy(const struct td_explanation *self)
{
	json_t *made = json_object();

	json_object_set_new(made, "kind", text(self->remedy.kind == TD_REMEDY_ATOMIC ? "atomic" : "order"));
	json_object_set_new(made, "first", watched(self, self->remedy.first));
	json_object_set_new(made, "second", watched(self, self->remedy.second));
	json_object_set_new(made, "passed", json_integer((json_int_t)self->remedy.passed));
	return made;
}

static json_t *strip(const struct td_explanation *self)
{
	json_t *list = json_array();

	for (size_t i = self->strip.count; i-- > 0;) {
		const struct td_share *share = &self->strip.items[i];
		json_t *one = json_object();

		json_object_set_new(one, "events", json_integer(share->events));
		json_object_set_new(one, "passed", json_integer(share->passed));
		json_object_set_new(one, "failed", json_integer(share->failed));
		json_object_set_new(one, "exact", json_boolean(share->is_exact));
		json_array_append_new(list, one);
	}
	return list;
}

/* What all explanations have. */
static json_t *begin(const struct td_trace *trace, const char *file, const char *sentence, const char *kind)
{
	json_t *document = json_object();
	char *headline = td_report_headline(trace);

	json_object_set_new(document, "schema", text("treadle-explain/1"));
	json_object_set_new(document, "trace", text(file));
	json_object_set_new(document, "sentence", text(sentence));
	json_object_set_new(document, "failure", text(headline));
	json_object_set_new(document, "kind", text(kind));
	free(headline);
	return document;
}

/* Takes the document over. */
static int print(json_t *document, FILE *out)
{
	int failed = json_dumpf(document, out, JSON_INDENT(1)) || fputc('\n', out) == EOF || fflush(out) == EOF;

	json_decref(document);
	return failed ? error("cannot write the explanation") : 0;
}

int td_explain_race_json(const struct td_trace *trace, const char *file, FILE *out)
{
	char *headline = td_report_headline(trace);
	json_t *document = begin(trace, file, headline + strlen(td_words_program(trace)) + 2, "race");

	free(headline);
	return print(document, out);
}

int td_explain_json(const struct td_explanation *self, const char *file, FILE *out)
{
	json_t *document = begin(self->trace, file, self->sentence, kind_word(self));

	json_object_set_new(document, "orders", orders(self));
	json_object_set_new(document, "orderings", orderings(self));
	json_object_set_new(document, "minimal", json_boolean(self->cause.is_minimal));
	json_object_set_new(document, "support", json_integer(self->cause.support.same + self->cause.support.other));
	json_object_set_new(document, "switches", switches(self));
	if (self->remedy.kind != TD_REMEDY_NONE)
		json_object_set_new(document, "remedy", remedy(self));
	json_object_set_new(document, "strip", strip(self));
	json_object_set_new(document, "context_switches", json_integer(self->fewest.switches));
	return print(document, out);
}
