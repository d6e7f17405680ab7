/* Is a failure still there in another build of the program?
 *
 * The orderings that made it are kept in its trace by their places in the source: the function, the text of the line
 * and what is done there, so that they are found again where lines have moved. */
#ifndef TD_EXPLAIN_RECHECK_H
#define TD_EXPLAIN_RECHECK_H

#include <stdbool.h>

#include "trace/trace.h"

/* The first of the places that no event of this trace is at; NULL: all are there. */
const struct td_told_event *td_recheck_missing(const struct td_trace *old, const struct td_trace *new);

/* Has the execution failed in the same way, by orderings of the same places? */
bool td_recheck_is_same(const struct td_trace *old, const struct td_trace *new);

#endif
