/* Why a thread waits for ever, in a sentence: which thread holds what it wants, or why no thread will ever wake it. */
#ifndef TD_REPORT_WAITS_H
#define TD_REPORT_WAITS_H

#include "trace/trace.h"

#include <stdbool.h>

/* The rest of a sentence about a thread that is blocked at the end; begins as td_words_blocked does.  To be freed. */
char *td_waits_words(const struct td_trace *trace, uint32_t thread);

/* One of threads that wait for each other? */
bool td_in_cycle(const struct td_trace *trace, uint32_t thread);

#endif
