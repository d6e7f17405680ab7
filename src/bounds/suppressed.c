/* Loops that the user has looked at: // treadle: bounded REASON on the line of the loop or of the creation, or a line
 * in treadle.suppress. */
#include "report.h"

#include "base/suppress.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The reason in a comment, to be freed; NULL if there is none on this line. */
static char *reason_on_line(const struct td_bounds_report *report, uint32_t node, uint32_t line)
{
	static const char mark[] = "treadle: bounded";
	const char *file = td_text(report->program, td_node(report->program, node)->file), *at, *end;
	char *text = td_excerpt_line(report->excerpts, file, line), *reason = NULL;

	at = text ? strstr(text, mark) : NULL;
	if (at && (strstr(text, "//") || strstr(text, "/*"))) {
		at += sizeof mark - 1;
		end = strstr(at, "*/") ? strstr(at, "*/") : at + strlen(at);
		while (isspace((unsigned char)*at) || *at == ':')
			at++;
		while (end > at && isspace((unsigned char)end[-1]))
			end--;
		if (end > at)
			reason = td_format("%.*s", (int)(end - at), at);
		else
			fprintf(stderr, "%s:%u: 'treadle: bounded' needs a reason; without one it says nothing\n",
				td_shown_file(file), line);
	}
	free(text);
	return reason;
}

static char *reason_in_comments(const struct td_bounds_report *report, const struct td_finding *finding)
{
	const struct td_program *program = report->program;
	char *reason = reason_on_line(report, finding->loop.node, td_finding_line(program, finding));

	return reason ? reason : reason_on_line(report, finding->sites[0], td_node(program, finding->sites[0])->line);
}

static void add(struct td_strings *list, const char *text)
{
	TD_PUSH(list, (char *)text);
}

static const char *reason_in_file(const struct td_bounds_report *report, const struct td_finding *finding,
				  struct td_suppressions *list)
{
	const struct td_program *program = report->program;
	struct td_suppress_subject subject = { 0 };
	const char *reason;

	for (size_t i = 0; i < finding->site_count; i++) {
		add(&subject.functions, td_text(program, td_function_of(program, finding->sites[i])->spelling));
		add(&subject.files, td_text(program, td_node(program, finding->sites[i])->file));
	}
	reason = td_suppressed(list, "bounds", &subject);
	td_suppress_subject_clear(&subject);
	return reason;
}

void td_bounds_suppress(const struct td_bounds_report *report, const char *file)
{
	struct td_suppressions *list = td_suppressions_read(file);

	for (size_t i = 0; i < report->findings->count; i++) {
		struct td_finding *finding = &report->findings->items[i];
		const char *in_file;
		char *reason;

		if (finding->verdict != TD_UNBOUNDED)
			continue;
		reason = reason_in_comments(report, finding);
		in_file = reason || !list ? NULL : reason_in_file(report, finding, list);
		if (in_file)
			reason = td_strdup(in_file);
		if (!reason)
			continue;
		finding->verdict = TD_SUPPRESSED;
		free(finding->why);
		finding->why = reason;
	}
	if (list) {
		td_suppressions_warn_unused(list, "bounds");
		td_suppressions_free(list);
	}
}
