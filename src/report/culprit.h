/* What several findings have in common: a lock that is missing, a variable that nothing protects, a block that is freed
 * too early.
 *
 * One fault often makes many findings.  The first of them is reported in full, and the others get a line each. */
#ifndef TD_REPORT_CULPRIT_H
#define TD_REPORT_CULPRIT_H

#include "trace/trace.h"

#include <stdio.h>

/* The same text for findings of one fault: "cache.lock is not held at all accesses"; NULL: not known.  To be freed. */
char *td_culprit_words(const struct td_trace *trace);

/* A finding whose fault was reported before, with the trace in FIRST: its headline, and how to replay it (NULL: it
 * cannot be). */
void td_report_again(const struct td_trace *trace, const char *culprit, const char *first, const char *replay_line,
		     FILE *out);

#endif
