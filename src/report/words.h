/* Events, waits and places in words. */
#ifndef TD_REPORT_WORDS_H
#define TD_REPORT_WORDS_H

#include "trace/trace.h"

/* All return text that the caller frees. */

/* What happened: "read x = 0", "signal nonempty → wakes consumer". */
char *td_words_event(const struct td_trace *trace, const struct td_trace_event *event);

/* What a thread is about to do: "write x", "lock m". */
char *td_words_next(enum td_kind kind, const char *name);

/* Why a thread cannot go on: "wants m, held by main"; HOLDER is the label of the thread that holds it, NULL if none
 * does or it is not known. */
char *td_words_wait(enum td_kind kind, const char *name, const char *holder);

/* The same about a thread at the end of the execution, as the rest of a sentence: "waits for lock b held by worker". */
char *td_words_blocked(const struct td_trace *trace, uint32_t thread);

/* "queue.c:40", or the function where the file is not known, or "". */
char *td_words_place(const struct td_site *site);

/* "consume (queue.c:40)". */
char *td_words_site(const struct td_site *site);

/* A name without the numbers that vary with the schedule: "entry#1.slots[3]" is "entry#.slots[]", "heap#2+8" is
 * "heap#". */
char *td_words_without_numbers(const char *name);

const char *td_base_name(const char *path);

/* The name of the program as the user wrote it, without directories. */
const char *td_words_program(const struct td_trace *trace);

#endif
