/* Results as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), the form that code hosts and editors
 * read.
 *
 * A run is one call of a command.  Files below the source root are named relative to it (uriBaseId %SRCROOT%), so that
 * the document is the same wherever it was made; only files elsewhere have their whole path.  What a thread did becomes
 * a threadFlow, with executionOrder across all of them.
 */
#ifndef TD_REPORT_SARIF_H
#define TD_REPORT_SARIF_H

#include <stdio.h>

#include "result.h"

/* One of the properties of a run: a text or, if that is NULL, a number. */
struct td_property {
	const char *name, *text;
	uint64_t number;
};

struct td_properties {
	struct td_property *items;
	size_t count, room;
};

struct td_sarif_run {
	const char *version;     /* of the tool */
	/* what makes it another analysis than others of the same sources: the program explored */
	const char *category;
	char *const *arguments;  /* the command as it was called, NULL-terminated */
	int exit_status;
	const char *source_root; /* NULL: the current directory */
	/* all that were looked for, NULL-terminated; those of the results among them */
	const struct td_rule *const *rules;
	struct td_results results;
	struct td_strings notes; /* what the command said about itself, such as what it left out */
	struct td_properties properties;
};

/* Returns 0, or -1 if it could not be written. */
int td_sarif_write(const struct td_sarif_run *run, FILE *out);

#endif
