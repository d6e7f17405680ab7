#include "document.h"

#include <stdlib.h>
#include <string.h>

#include "rules.h"
#include "words.h"

char *td_document_title(const struct td_document *self)
{
	char **argument = self->command->argv, *title = td_strdup(td_base_name(argument[0]));

	while (*++argument) {
		char *longer = td_format("%s %s", title, *argument);

		free(title);
		title = longer;
	}
	return title;
}

/* The lines of a text, each to be freed. */
static struct td_strings lines_of(const char *text)
{
	struct td_strings lines = { 0 };

	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length)
			TD_PUSH(&lines, td_format("%.*s", (int)length, text));
		text += length + (text[length] == '\n');
	}
	return lines;
}

static void free_lines(struct td_strings *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->items[i]);
	free(lines->items);
}

static struct td_properties properties_of(const struct td_document *self)
{
	struct td_properties list = { 0 };

	TD_PUSH(&list, ((struct td_property){ "verdict", self->verdict, 0 }));
	if (self->summary) {
		TD_PUSH(&list, ((struct td_property){ "classes", NULL, self->summary->classes }));
		TD_PUSH(&list, ((struct td_property){ "executions", NULL, self->summary->executions }));
	}
	return list;
}

/* SARIF has one list; what was predicted is told by its level.  The items stay where they are. */
static struct td_results all_results(const struct td_document *self)
{
	struct td_results all = { 0 };

	for (size_t i = 0; i < self->results.count; i++)
		TD_PUSH(&all, self->results.items[i]);
	for (size_t i = 0; i < self->predicted.count; i++)
		TD_PUSH(&all, self->predicted.items[i]);
	return all;
}

/* Runs of the same program with other arguments are another analysis. */
static int write_sarif(const struct td_document *self, FILE *out)
{
	struct td_sarif_run run = {.version = self->version,
				   .arguments = self->arguments,
				   .exit_status = self->exit_status,
				   .source_root = self->source_root,
				   .rules = td_rules,
				   .results = all_results(self),
				   .notes = lines_of(self->closing),
				   .properties = properties_of(self)};
	char *title = td_document_title(self);
	int bad;

	run.category = title;
	bad = td_sarif_write(&run, out);
	free(title);
	free_lines(&run.notes);
	free(run.properties.items);
	free(run.results.items);
	return bad;
}

static int write_text(const struct td_document *self, FILE *out)
{
	for (size_t i = 0; i < self->results.count; i++)
		fprintf(out, "%s\n", self->results.items[i].text);
	fputs(self->closing, out);
	return ferror(out) ? -1 : 0;
}

int td_document_write(const struct td_document *self, enum td_format format, FILE *out)
{
	switch (format) {
	case TD_FORMAT_JSON:
		return td_report_document_json(self, out);
	case TD_FORMAT_SARIF:
		return write_sarif(self, out);
	case TD_FORMAT_JUNIT:
		return td_report_junit(self, out);
	case TD_FORMAT_GITHUB:
		return td_report_github(self, out);
	case TD_FORMAT_TEXT:
		break;
	}
	return write_text(self, out);
}
