/* The document as workflow commands of GitHub Actions: ::error file=...,line=...,title=...::message
 *
 * A command is one line.  In the message %, CR and LF are written as %25, %0D and %0A; in a property, : and , as well.
 */
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json_text.h"
#include "uri.h"

static void put_escaped(FILE *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, out);
	}
}

/* What is no UTF-8 becomes U+FFFD. */
static void put(FILE *out, const char *text, const char *special)
{
	json_t *clean = td_json_text(text, strlen(text));

	put_escaped(out, json_string_value(clean), special);
	json_decref(clean);
}

static void put_message(FILE *out, const char *text)
{
	put(out, text, "%\r\n");
}

static void put_property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "%s=", name);
	put(out, value, "%\r\n:,");
}

/* "queue.c:40: " */
static void put_place(const struct td_document *self, const struct td_location *location, FILE *out)
{
	bool below;
	char *path = td_path_of(location, self->source_root, &below), *text;

	if (!path)
		return;
	text = location->line > 0 ? td_format("%s:%d: ", path, location->line) : td_format("%s: ", path);
	put_message(out, text);
	free(text);
	free(path);
}

static void put_related(const struct td_document *self, const struct td_result *result, FILE *out)
{
	for (size_t i = 0; i < result->related.count; i++) {
		put_message(out, "\n");
		put_place(self, &result->related.items[i], out);
		put_message(out, result->related.items[i].message ? result->related.items[i].message : "");
	}
}

static void put_result(const struct td_document *self, const struct td_result *result, FILE *out)
{
	static const char *const commands[] = { [TD_LEVEL_ERROR] = "error", [TD_LEVEL_WARNING] = "warning",
						[TD_LEVEL_NOTE] = "notice" };
	bool below;
	char *path = td_path_of(&result->place, self->source_root, &below);
	char *title = td_format("%s: %s", result->rule->name, result->rule->summary);
	char *sentences = td_result_sentences(result);

	fprintf(out, "::%s ", commands[result->level]);
	put_property(out, "file", path ? path : self->command->program);
	if (result->place.line > 0)
		fprintf(out, ",line=%d", result->place.line);
	fputc(',', out);
	put_property(out, "title", title);
	fputs("::", out);
	put_message(out, sentences);
	put_related(self, result, out);
	if (result->replay_command) {
		put_message(out, "\nreplay: ");
		put_message(out, result->replay_command);
	}
	fputc('\n', out);
	free(path);
	free(title);
	free(sentences);
}

/* The program, and the last line of its summary. */
static void put_closing(const struct td_document *self, FILE *out)
{
	char *title = td_document_title(self), *text = td_strdup(self->closing), *last;

	while (*text && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = 0;
	last = strrchr(text, '\n');
	fputs("::notice ", out);
	put_property(out, "title", title);
	fputs("::", out);
	put_message(out, last ? last + 1 : text);
	fputc('\n', out);
	free(title);
	free(text);
}

int td_report_github(const struct td_document *self, FILE *out)
{
	for (size_t i = 0; i < self->results.count; i++)
		put_result(self, &self->results.items[i], out);
	for (size_t i = 0; i < self->predicted.count; i++)
		put_result(self, &self->predicted.items[i], out);
	if (*self->closing)
		put_closing(self, out);
	return ferror(out) ? -1 : 0;
}
