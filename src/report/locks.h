/* Who holds which lock, followed through the events. */
#ifndef TD_REPORT_LOCKS_H
#define TD_REPORT_LOCKS_H

#include <stdbool.h>

#include "trace/trace.h"

struct td_held {
	uint64_t object;
	uint32_t thread, event;  /* who locked it, and where */
	uint32_t depth;
};

struct td_locks {
	struct td_held *items;   /* in the order they were taken */
	size_t count, room;
};

/* Event number I happens. */
void td_locks_step(struct td_locks *locks, const struct td_trace *trace, uint32_t i);

/* A thread other than NOT that holds the lock, NULL if none. */
const struct td_held *td_locks_holder(const struct td_locks *locks, uint64_t object, uint32_t not);

#endif
