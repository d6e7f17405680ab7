/* Where each read of an execution had its value from. */
#ifndef TD_FUTURES_ORIGINS_H
#define TD_FUTURES_ORIGINS_H

#include "trace/trace.h"

enum {
	TD_FROM_NOWHERE = 0xffffffff,  /* it is no read */
	TD_FROM_BEGINNING = 0xfffffffe /* no event of the execution has written there before */
};

struct td_origins {
	const struct td_trace *trace;
	uint32_t *of;      /* of each event: the event that wrote what it read; of several the last */
	uint32_t *numbers; /* of each event: the n-th of its thread at its site, from 1 */
};

struct td_origins td_origins_find(const struct td_trace *trace);
void td_origins_free(struct td_origins *self);

bool td_event_reads(const struct td_event *event);
bool td_event_writes(const struct td_event *event);

/* Calls SEEN with each pair of a read and a write of some byte that both touch, in either order; a pair may come more
 * than once. */
typedef void td_pair_seen(void *context, uint32_t read, uint32_t write);
void td_origins_pairs(const struct td_trace *trace, td_pair_seen *seen, void *context);

#endif
