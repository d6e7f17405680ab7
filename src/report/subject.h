/* What an execution has to do with, for suppressions (base/suppress.h). */
#ifndef TD_REPORT_SUBJECT_H
#define TD_REPORT_SUBJECT_H

#include "base/suppress.h"
#include "trace/trace.h"

/* Of a data race: the functions and files on the stacks of both accesses, and what is accessed.  The text stays the
 * trace's; the subject is to be cleared. */
struct td_suppress_subject td_race_subject(const struct td_trace *trace);

/* A place with its function and file. */
void td_subject_add_site(struct td_suppress_subject *self, const struct td_site *site);

#endif
