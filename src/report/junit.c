/* The document as JUnit's XML.  There is no standard; what is written here is what Jenkins, GitLab, GitHub and Azure
 * read.
 *
 * The program is a test case.  Readers look at the first failure of a case only, so every further finding is a case
 * too.
 */
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json_text.h"

/* XML has no way at all to write these. */
static bool is_forbidden(unsigned char c)
{
	return c < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

/* U+FFFE and U+FFFF, which UTF-8 can write and XML cannot. */
static bool is_noncharacter(const char *text)
{
	return !strncmp(text, "\xef\xbf\xbe", 3) || !strncmp(text, "\xef\xbf\xbf", 3);
}

static void put_clean(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (is_noncharacter(text))
			text += 2;
		else if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')
			fputs("&gt;", out);
		else if (*text == '"')
			fputs("&quot;", out);
		else if (*text == '\r')
			fputs("&#13;", out);
		else if (!is_forbidden((unsigned char)*text))
			fputc(*text, out);
	}
}

/* Any bytes as XML text; what is no UTF-8 becomes U+FFFD. */
static void put(FILE *out, const char *text)
{
	json_t *clean = td_json_text(text, strlen(text));

	put_clean(out, json_string_value(clean));
	json_decref(clean);
}

/* Blanks of other kinds would become plain ones when it is read. */
static void put_attribute(FILE *out, const char *name, const char *value)
{
	char *line = td_strdup(value);

	for (char *at = line; *at; at++)
		if (*at == '\n' || *at == '\t' || *at == '\r')
			*at = ' ';
	fprintf(out, " %s=\"", name);
	put(out, line);
	fputc('"', out);
	free(line);
}

static void put_property(FILE *out, const char *name, const char *value)
{
	fputs("   <property", out);
	put_attribute(out, "name", name);
	put_attribute(out, "value", value);
	fputs("/>\n", out);
}

static void put_number(FILE *out, const char *name, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof text, "%llu", (unsigned long long)value);
	put_property(out, name, text);
}

static void put_properties(const struct td_document *self, FILE *out)
{
	fputs("  <properties>\n", out);
	put_property(out, "treadle.version", self->version);
	put_property(out, "treadle.verdict", self->verdict);
	if (self->summary) {
		put_number(out, "treadle.classes", self->summary->classes);
		put_number(out, "treadle.executions", self->summary->executions);
	}
	for (size_t i = 0; i < self->results.count; i++)
		if (self->results.items[i].replay_command)
			put_property(out, "treadle.replay", self->results.items[i].replay_command);
	fputs("  </properties>\n", out);
}

static void put_failure(const struct td_result *result, FILE *out)
{
	char *sentences = td_result_sentences(result);

	fputs("   <failure", out);
	put_attribute(out, "message", sentences);
	put_attribute(out, "type", result->rule->id);
	fputs(">", out);
	put(out, result->text ? result->text : result->headline);
	fputs("</failure>\n", out);
	free(sentences);
}

/* Something was seen that did not come again: neither passed nor failed. */
static void put_error(const struct td_document *self, FILE *out)
{
	fputs("   <error", out);
	put_attribute(out, "message", "a finding did not replay");
	fputs(" type=\"treadle/unconfirmed\">", out);
	put(out, self->closing);
	fputs("</error>\n", out);
}

static bool is_in_doubt(const struct td_document *self)
{
	return !self->results.count && self->exit_status == TD_EXIT_COULD_NOT;
}

static void put_case(const struct td_document *self, const char *title, size_t i, FILE *out)
{
	char *name = i ? td_format("%s (finding %zu)", title, i + 1) : td_strdup(title);

	fputs("  <testcase", out);
	put_attribute(out, "name", name);
	fprintf(out, " classname=\"treadle\" time=\"%.3f\">\n", i ? 0 : self->seconds);
	if (i < self->results.count)
		put_failure(&self->results.items[i], out);
	else if (is_in_doubt(self))
		put_error(self, out);
	fputs("   <system-out>", out);
	put(out, self->closing);
	fputs("</system-out>\n  </testcase>\n", out);
	free(name);
}

static void put_counts(const struct td_document *self, FILE *out)
{
	size_t failures = self->results.count;

	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"0\" time=\"%.3f\">\n",
		failures ? failures : 1, failures, is_in_doubt(self), self->seconds);
}

int td_report_junit(const struct td_document *self, FILE *out)
{
	char *title = td_document_title(self);

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"treadle\"", out);
	put_counts(self, out);
	fputs(" <testsuite", out);
	put_attribute(out, "name", title);
	put_counts(self, out);
	put_properties(self, out);
	put_case(self, title, 0, out);
	for (size_t i = 1; i < self->results.count; i++)
		put_case(self, title, i, out);
	fputs(" </testsuite>\n</testsuites>\n", out);
	free(title);
	return ferror(out) ? -1 : 0;
}
