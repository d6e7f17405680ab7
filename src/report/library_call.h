/* Accesses that code of a system header makes for one call in the program's own line: a reader wants the call.
 *
 * Code of the C++ library is compiled into the program, so that a call of push_back is a dozen accesses. */
#ifndef TD_REPORT_LIBRARY_CALL_H
#define TD_REPORT_LIBRARY_CALL_H

#include "trace/trace.h"

enum { TD_CALL_LEAST = 2 }; /* events that are told as one call */

/* If event I begins such a call: the event behind its last one; else I.  Events of other threads end it. */
uint32_t td_library_call_end(const struct td_trace *trace, uint32_t i);

/* "c.q.push_back: 17 reads, 3 writes", of the events from FIRST to before END; to be freed. */
char *td_library_call_words(const struct td_trace *trace, uint32_t first, uint32_t end);

#endif
