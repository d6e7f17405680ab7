/* What one event acts upon, and what that needs and changes: the rules of the primitives, in one place. */
#ifndef TD_CHECK_ACTS_H
#define TD_CHECK_ACTS_H

#include "steps.h"

enum { TD_MOST_ACTS = 2 };

/* A stretch of addresses.  A synchronisation object is the byte at its address, so memory that it lies in conflicts with it. */
struct td_act {
	uint64_t address;
	uint32_t size;
	uint32_t name;
	bool writes;
	uint8_t needs;
};

/* What is known about an object from the operations on it so far. */
struct td_object_state {
	uint32_t owner;          /* thread + 1 that holds it alone, 0 if none does */
	uint32_t depth, readers;
	bool running;            /* once: its function */
};

/* MUTEX: of a condition variable's event; ENDS_SEEN: some step looks whether threads have ended.  Returns how many. */
uint32_t td_acts_of(const struct td_trace_event *event, uint64_t mutex, bool ends_seen, struct td_act *acts);

/* What the object allows just before this event, and what it is like after it. */
uint8_t td_open_before(const struct td_object_state *state, const struct td_event *event);
void td_object_change(struct td_object_state *state, const struct td_event *event);

/* An operation that did not come to what it wanted. */
bool td_event_gave_up(const struct td_event *event);

#endif
