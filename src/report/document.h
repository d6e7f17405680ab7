/* What a command has found, as one document in a format that other programs read.
 *
 *	text     what a person reads
 *	json     doc/report-json.md describes it, doc/report.schema.json checks it
 *	sarif    SARIF 2.1.0, for code hosts and editors
 *	junit    JUnit's XML, for CI servers: the program is a test case
 *	github   workflow commands that annotate lines in GitHub Actions
 */
#ifndef TD_REPORT_DOCUMENT_H
#define TD_REPORT_DOCUMENT_H

#include <stdio.h>

#include "explore/explore.h"
#include "result.h"
#include "sarif.h"

enum td_format { TD_FORMAT_TEXT, TD_FORMAT_JSON, TD_FORMAT_SARIF, TD_FORMAT_JUNIT, TD_FORMAT_GITHUB };

/* Something that a search has not tried. */
struct td_left_out {
	const char *why;         /* a word: "bound", "spin" */
	char *text;              /* in words */
	const char *place;       /* "queue.c:40", NULL if there is none */
};

struct td_left_outs {
	struct td_left_out *items;
	size_t count, room;
};

struct td_document {
	const char *version;     /* of the tool */
	char *const *arguments;  /* the command as it was called, NULL-terminated */
	const struct td_command *command; /* the program */
	const char *verdict;     /* "complete", "bounded", "stopped"; "replayed"; "recorded" */
	const struct td_summary *summary; /* NULL if nothing was explored */
	struct td_left_outs left_out;
	struct td_left_outs notes; /* that are not why the search is bounded */
	struct td_results results;
	struct td_results predicted; /* warnings: they do not count as findings, nor for the exit status */
	const char *closing;     /* the last lines of the text, which say how the search went; may be "" */
	double seconds;          /* that it took */
	int exit_status;
	const char *source_root; /* NULL: the current directory */
};

/* Returns 0, or -1 if it could not be written. */
int td_document_write(const struct td_document *self, enum td_format format, FILE *out);

/* The name of the program as it was called, and its arguments. */
char *td_document_title(const struct td_document *self);

/* Its parts. */
int td_report_document_json(const struct td_document *self, FILE *out);
int td_report_junit(const struct td_document *self, FILE *out);
int td_report_github(const struct td_document *self, FILE *out);

#endif
