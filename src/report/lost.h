/* Lost wake-ups: a thread waits for ever for a signal that has been sent, but not to it.
 *
 * A condition variable, a monitor's condition or a futex remembers nothing: a signal that comes when no thread waits
 * wakes none, and one that comes to several waiters wakes one of them.  When a thread is left waiting at the end, the
 * last signal of that kind is what a reader has to look at.  Not if the thread has looked at what the signaller had
 * changed before it went to wait: then it waits for something new, and nothing was lost. */
#ifndef TD_REPORT_LOST_H
#define TD_REPORT_LOST_H

#include <stdbool.h>

#include "trace/trace.h"

struct td_lost {
	uint32_t thread;         /* waits */
	uint32_t event;          /* the signal, broadcast or futex wake */
	bool is_only;            /* there was no other one */
	bool went_elsewhere;     /* it woke another thread while this one waited; otherwise it came before that */
};

/* What a thread has missed that is blocked at the end; false if it waits for something else or there was nothing to
 * miss. */
bool td_lost_by(const struct td_trace *trace, uint32_t thread, struct td_lost *lost);

/* The first thread of the execution that has missed something. */
bool td_lost_by_any(const struct td_trace *trace, struct td_lost *lost);

/* "the only signal came before it waited (producer at q.c:40)"; to be freed. */
char *td_lost_words(const struct td_trace *trace, const struct td_lost *lost);

#endif
