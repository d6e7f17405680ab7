/* Misuse of a primitive: which one it is, and which threads have to do with it at that moment. */
#ifndef TD_REPORT_MISUSED_H
#define TD_REPORT_MISUSED_H

#include "trace/trace.h"

/* "a mutex is initialised while it is locked: queue.lock; consumer holds it"; to be freed. */
char *td_misuse_words(const struct td_trace *trace);

#endif
