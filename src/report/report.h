/* A trace as text for a person, or as JSON for a program. */
#ifndef TD_REPORT_REPORT_H
#define TD_REPORT_REPORT_H

#include "trace/trace.h"

#include <stdio.h>

/* How much of a trace is shown.  All zero is the usual report. */
struct td_report_options {
	int all;                 /* every event: nothing is folded */
	uint64_t from, to;       /* only events with these numbers, counted from 1; 0: no limit */
};

/* What is wrong, the columns of threads, the source line, the stack, and `replay_line`: the command that replays it
 * (NULL: none). */
void td_report_text(const struct td_trace *trace, const char *replay_line, FILE *out);
void td_report_text_with(const struct td_trace *trace, const struct td_report_options *options, const char *replay_line,
			 FILE *out);

/* The schema is described in doc/trace-json.md; of the options, from and to count.  Returns 0, or -1 if it could not be
 * written. */
int td_report_json(const struct td_trace *trace, const struct td_report_options *options, FILE *out);

/* What is wrong, or that nothing is, in one line without a newline.  The caller frees it. */
char *td_report_headline(const struct td_trace *trace);

#endif
