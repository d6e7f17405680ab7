#include "table.h"

#include "report/json_text.h"
#include "warned_place.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 5, MOST_PLACES = 2, MOST_LABEL = 24 };

static const enum td_warning_verdict verdicts[] = {TD_WARNING_CONFIRMED, TD_WARNING_IMPOSSIBLE, TD_WARNING_NOT_FOUND,
						   TD_WARNING_NOT_TRIED};

static char *joined(char *before, const char *between, char *after)
{
	char *both = td_format("%s%s%s", before, between, after);

	free(before);
	free(after);
	return both;
}

/* "race bank.c:20, bank.c:31", with the rule where it says more than the kind. */
static char *words_of(const struct td_warning *warning)
{
	bool has_rule = warning->kind == TD_WARNING_FAILURE && *warning->rule && strlen(warning->rule) <= MOST_LABEL;
	char *words = td_strdup(has_rule ? warning->rule : td_warning_kind_words(warning->kind));
	size_t first = warning->kind == TD_WARNING_WITNESS ? warning->count - 1 : 0;

	for (size_t i = first; i < warning->count && i < first + MOST_PLACES; i++)
		words = joined(words, i > first ? ", " : " ", td_warned_place_words(&warning->items[i]));
	if (warning->count > first + MOST_PLACES)
		words = joined(words, ", ", td_format("+%zu", warning->count - first - MOST_PLACES));
	return words;
}

/* With the lines that were taken for others. */
static char *shown_of(const struct td_warning *warning)
{
	char *shown = td_strdup(warning->shown);

	for (size_t i = 0; i < warning->count; i++) {
		const struct td_warned_place *place = &warning->items[i];

		if (place->is_nearest)
			shown = joined(shown, "; ",
				       td_format("there is no code at line %d, line %d was taken",
						 td_warned_place_frame(place)->line, place->line));
	}
	return shown;
}

static void print_wrapped(const char *text, FILE *out)
{
	int column = 0;

	while (*text) {
		int length = (int)strcspn(text, " ");

		if (column && column + 1 + length > WIDTH)
			column = 0 * fputc('\n', out);
		column += fprintf(out, "%*s%.*s", column ? 1 : INDENT, "", length, text);
		text += length + (text[length] == ' ');
	}
	fputc('\n', out);
}

static void print_row(const struct td_warning *warning, size_t number, int width, FILE *out)
{
	char *words = words_of(warning), *shown = shown_of(warning);

	if (warning->trace)
		fprintf(out, "%3zu  %-23s  %-*s  %s\n", number, td_warning_verdict_words(warning->verdict), width,
			words, warning->trace);
	else
		fprintf(out, "%3zu  %-23s  %s\n", number, td_warning_verdict_words(warning->verdict), words);
	print_wrapped(shown, out);
	free(shown);
	free(words);
}

/* Of the column of warnings, as far as the widest row with a file needs it. */
static int width_of(const struct td_warnings *list)
{
	int width = (int)strlen("warning");

	for (size_t i = 0; i < list->count; i++) {
		char *words = words_of(&list->items[i]);

		if (list->items[i].trace && (int)strlen(words) > width)
			width = (int)strlen(words);
		free(words);
	}
	return width;
}

size_t td_warnings_count(const struct td_warnings *list, enum td_warning_verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->items[i].verdict == verdict;
	return count;
}

static const char *verdict_word(const struct td_summary *summary)
{
	static const char *const words[] = {"complete", "bounded", "stopped"};

	return words[summary->verdict];
}

static void print_counts(const struct td_warnings *list, FILE *out)
{
	const char *between = "";

	fprintf(out, "%zu %s (%s)\n", list->count, td_counted(list->count, "warning", "warnings"), list->format);
	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
		size_t count = td_warnings_count(list, verdicts[i]);

		if (!count)
			continue;
		fprintf(out, "%s%zu %s", between, count, td_warning_verdict_words(verdicts[i]));
		between = ", ";
	}
	if (list->count)
		fputc('\n', out);
}

void td_warnings_table(const struct td_warnings *list, const struct td_confirmation *confirmation, FILE *out)
{
	const struct td_summary *summary = &confirmation->summary;
	int width = width_of(list);

	if (list->count)
		fprintf(out, "     %-23s  %-*s%s\n", "verdict", width, "warning",
			td_warnings_count(list, TD_WARNING_CONFIRMED) ? "  schedule" : "");
	for (size_t i = 0; i < list->count; i++)
		print_row(&list->items[i], i + 1, width, out);
	if (confirmation->unwarned)
		fprintf(out, "%llu %s that no warning is about: treadle explore -k shows %s\n",
			(unsigned long long)confirmation->unwarned,
			td_counted(confirmation->unwarned, "finding", "findings"),
			td_counted(confirmation->unwarned, "it", "them"));
	print_counts(list, out);
	if (summary->executions)
		fprintf(out, "%s: %llu classes, %llu executions\n", verdict_word(summary),
			(unsigned long long)summary->classes, (unsigned long long)summary->executions);
}

static json_t *places_of(const struct td_warning *warning)
{
	json_t *array = json_array();

	for (size_t i = 0; i < warning->count; i++) {
		const struct td_warned_place *place = &warning->items[i];
		const struct td_warned_frame *said = td_warned_place_frame(place);

		json_array_append_new(array, json_pack("{s:o, s:i, s:o, s:i}", "file", td_json_string(place->file),
						       "line", place->line, "said_file", td_json_string(said->file),
						       "said_line", said->line));
	}
	return array;
}

static json_t *row_of(const struct td_warning *warning)
{
	json_t *object = json_object();

	json_object_set_new(object, "kind", json_string(td_warning_kind_words(warning->kind)));
	json_object_set_new(object, "tool", td_json_string(warning->tool));
	json_object_set_new(object, "rule", td_json_string(warning->rule));
	json_object_set_new(object, "message", td_json_string(warning->message));
	json_object_set_new(object, "places", places_of(warning));
	json_object_set_new(object, "verdict", json_string(td_warning_verdict_words(warning->verdict)));
	json_object_set_new(object, "shown", td_json_string(warning->shown));
	json_object_set_new(object, "schedule", td_json_string(warning->trace));
	return object;
}

int td_warnings_json(const struct td_warnings *list, const struct td_confirmation *confirmation, FILE *out)
{
	const struct td_summary *summary = &confirmation->summary;
	json_t *root = json_object(), *rows = json_array();
	int bad;

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(rows, row_of(&list->items[i]));
	json_object_set_new(root, "schema", json_string("treadle-warnings/1"));
	json_object_set_new(root, "format", td_json_string(list->format));
	json_object_set_new(root, "warnings", rows);
	json_object_set_new(root, "verdict", json_string(verdict_word(summary)));
	json_object_set_new(root, "classes", json_integer((json_int_t)summary->classes));
	json_object_set_new(root, "executions", json_integer((json_int_t)summary->executions));
	json_object_set_new(root, "findings", json_integer((json_int_t)confirmation->findings));
	json_object_set_new(root, "unwarned", json_integer((json_int_t)confirmation->unwarned));
	bad = json_dumpf(root, out, JSON_INDENT(1)) || fputc('\n', out) == EOF;
	json_decref(root);
	return bad ? -1 : 0;
}
