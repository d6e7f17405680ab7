/* Can the steps of an execution be put in an order in which they come to the waypoints one after the other?
 *
 * Independent steps can change places: a search by traces makes one order of each class, and waypoints at independent
 * events are in both orders possible.  There is such an order exactly if there are steps e1 ... en at the waypoints
 * such that no later one of them happens before an earlier one: then what comes before e1 can be done first, then e1,
 * and so on. */
#ifndef TD_GUIDE_SEQUENCE_H
#define TD_GUIDE_SEQUENCE_H

#include "explore/schedule.h"
#include "explore/waypoint.h"

struct td_sequence {
	uint32_t length;                /* how many of the waypoints can be come to, in their order */
	uint32_t events[TD_MAX_PLACES]; /* of the trace; UINT32_MAX: what its thread waited for at the end */
	struct td_schedule *schedule;   /* for the whole sequence; NULL: there is no such order, or no schedule of it */
	bool is_left_out;               /* there were too many ways to look at them all */
};

/* TRACE may be a plain one.  Waypoints at what threads wait for at the end count if it ended in a deadlock. */
struct td_sequence td_sequence_find(const struct td_trace *trace, const struct td_waypoints *waypoints);

/* The events in the order in which they happened; false if they did not happen so. */
bool td_sequence_is_in(const struct td_trace *trace, const struct td_waypoints *waypoints, uint32_t *events);

#endif
