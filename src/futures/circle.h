/* Why no execution has all of some picks: a circle of events, each of which has to come before the next.
 *
 * In an execution that has all their reads and writes, what must come before what is derived until an event comes
 * before itself:
 *   - a thread's events come in their order, creation and joining as well;
 *   - the picked write comes before the read;
 *   - another write of the same memory that comes before the read comes before the picked write, and one that comes
 * after the picked write comes after the read: the read would have its value otherwise;
 *   - of two sections under one lock, one is over before the other begins. */
#ifndef TD_FUTURES_CIRCLE_H
#define TD_FUTURES_CIRCLE_H

#include "picks.h"

/* A line for each step of the circle, to be freed; NULL: none was found. */
char *td_circle_words(const struct td_trace *trace, const struct td_origins *origins, const struct td_picks *picks,
		      struct td_symbols *symbols);

#endif
