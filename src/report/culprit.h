/* What several findings have in common: a lock that is missing, a variable that nothing protects, a block that is freed
 * too early.  One fault often makes many findings. */
#ifndef TD_REPORT_CULPRIT_H
#define TD_REPORT_CULPRIT_H

#include "trace/trace.h"

/* The same text for findings of one fault: "cache.lock is not held at all accesses"; NULL: not known.  To be freed. */
char *td_culprit_words(const struct td_trace *trace);

#endif
