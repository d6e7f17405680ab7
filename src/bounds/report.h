/* The report: as text for people, as JSON and as SARIF for programs. */
#ifndef TD_BOUNDS_REPORT_H
#define TD_BOUNDS_REPORT_H

#include "excerpts.h"
#include "parsers.h"
#include "ways.h"

struct td_bounds_report {
	const struct td_program *program;
	struct td_findings *findings;
	const struct td_troubles *troubles;
	struct td_excerpts *excerpts;
	size_t files;
	double seconds;
	bool verbose;            /* loops that are bounded, and creations in no loop, as well */
	const char *version;     /* of the tool */
	char *const *arguments;  /* the command as it was called, NULL-terminated */
	int exit_status;
};

struct td_bounds_counts {
	size_t bounded, alive, unbounded, suppressed;
};

struct td_bounds_counts td_bounds_count(const struct td_findings *findings);
extern const char *const td_verdict_names[]; /* by td_verdict */

/* Each returns 0, or -1 if it could not be written. */
int td_bounds_text(const struct td_bounds_report *report, FILE *out);
int td_bounds_json(const struct td_bounds_report *report, FILE *out);
int td_bounds_sarif(const struct td_bounds_report *report, FILE *out);

/* suppressed.c: comments on the line of the loop or of the creation, and treadle.suppress (`file`, or NULL for the usual one). */
void td_bounds_suppress(const struct td_bounds_report *report, const char *file);

#endif
