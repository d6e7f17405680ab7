/* Which thread of one execution is which of another.
 *
 * Threads are numbered as they are created, so that in another order a thread may have another number.  A thread is
 * recognised by its creator and by being the n-th that this one created at the same place. */
#ifndef TD_EXPLAIN_KINSHIP_H
#define TD_EXPLAIN_KINSHIP_H

#include <stddef.h>
#include <stdint.h>

#include "wire/event.h"

/* The threads that are known. */
struct td_kinship {
	uint64_t *items; /* of each: a hash of its line of creators */
	size_t count, room;
};

/* How many threads an execution has. */
uint32_t td_kinship_threads(const struct td_event *events, uint32_t event_count);

/* The threads of an execution: which of those that are known each is; new ones become known.  Threads whose creation is
 * not among the events are known by their numbers. */
void td_kinship_of(struct td_kinship *self, const struct td_event *events, uint32_t event_count, uint32_t thread_count,
		   uint32_t *kin);

#endif
