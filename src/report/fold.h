/* A stretch of events that a report leaves out: how many of which thread, and what they have in common. */
#ifndef TD_REPORT_FOLD_H
#define TD_REPORT_FOLD_H

#include <stdbool.h>

#include "trace/trace.h"

struct td_fold {
	uint32_t *of; /* how many of each thread */
	uint32_t count, threads, last;
	uint32_t in_library; /* how many of them happened in a file that is not the program's */
	int module;          /* ... which; -1: in several */
	uint32_t repeats;    /* how many repeat earlier ones of their thread */
	uint8_t period;      /* ... in rounds of so many events; 0: of different lengths */
};

struct td_fold td_fold_make(const struct td_trace *trace);
void td_fold_clear(struct td_fold *self);

/* Event I is left out, too.  PERIOD: as in struct td_relevances. */
void td_fold_add(struct td_fold *self, const struct td_trace *trace, uint32_t i, uint8_t period);
void td_fold_forget(struct td_fold *self, const struct td_trace *trace);

/* Whose events they are, UINT32_MAX if of several threads. */
uint32_t td_fold_thread(const struct td_fold *self, const struct td_trace *trace);

/* "… 23 events: 20 of main, 3 of worker", "… the same 2 events 9 times more"; to be freed. */
char *td_fold_words(const struct td_fold *self, const struct td_trace *trace);

/* The file, other than the program's, whose affair an event is, as an index into trace->modules; 0: it is the
 * program's. What a library does is its affair where no text of the program is known to call it, and with its own
 * memory. */
int td_library_of(const struct td_trace *trace, const struct td_trace_event *event);

#endif
