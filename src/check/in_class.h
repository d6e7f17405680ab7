/* Does any execution of a class keep to constraints?
 *
 * A class is all executions that order dependent steps as one execution does: a search by traces makes one of each. Its
 * executions are the linear extensions of what happened before what (timestamps.h).  What a read reads from is the same
 * in all of them; that one event comes before another is an edge more.  Executions that keep to all constraints exist
 * if and only if these edges and what happened before what have no circle.
 *
 * The n-th event of all threads at a place can be any of several.  Each is tried: so many events of each thread come
 * before it, and the others behind it.  A stretch without a switch is one step. */
#ifndef TD_CHECK_IN_CLASS_H
#define TD_CHECK_IN_CLASS_H

#include "timestamps.h"

#include "explore/constraints.h"

enum td_in_class {
	TD_IN_CLASS_NONE,   /* none keeps to them */
	TD_IN_CLASS_SOME,   /* one does, unless it comes to its end before it has made all events of the class */
	TD_IN_CLASS_UNKNOWN /* there were too many ways to try, or they are beyond it */
};

/* PAST: TD_PAST_CLASS, of a whole trace, each object for itself.  A plain trace will do, of each execution that a
 * search makes (td_completion_seen). */
enum td_in_class td_constraints_hold_in_class(const struct td_timestamps *past,
					      const struct td_constraints *constraints);

/* Reads and stretches of any thread: whether a class keeps to them is not known. */
bool td_constraints_are_beyond_class(const struct td_constraints *constraints);

#endif
