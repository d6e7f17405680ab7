/* Vector timestamps: what happened before what in one execution.
 *
 * The timestamp of a step has, for each thread, how many of its steps happened before it or are it.  A step happens before
 * another if it is earlier in the same thread, comes before it in every order (creation, joining, signals), or touched the same
 * object earlier and one of the two writes.  This is the order that all executions of a class have in common.
 *
 * The control past leaves one thing out: a write is not taken to happen after the reads of the value it replaces.  They do
 * not influence it, whether it happens does not depend on them, and a read may be given another value without taking that
 * write away.  It is what the control-structures of reachability testing are made of.  The sure past has nothing that was
 * touched: what comes before a step whatever the order of others.
 *
 * To analyses a compare-and-swap that failed writes, for in another order it would.  To a search by traces it reads: the
 * past of the class has it so, and is what all executions have in common that this search takes for one.
 */
#ifndef TD_CHECK_TIMESTAMPS_H
#define TD_CHECK_TIMESTAMPS_H

#include "steps.h"

enum td_past { TD_PAST_ALL, TD_PAST_CONTROL, TD_PAST_SURE, TD_PAST_CLASS };

struct td_timestamps {
	const struct td_steps *steps;
	uint32_t width;          /* threads */
	uint32_t *after;         /* of each step */
	uint32_t *before;        /* ... without what it touches: what its thread knew when it was about to do it */
};

/* Is there enough memory for them? */
bool td_timestamps_fit(const struct td_steps *steps);

/* NULL if not, said in one line. */
struct td_timestamps *td_timestamps_make(const struct td_steps *steps, enum td_past past);
void td_timestamps_free(struct td_timestamps *self);

const uint32_t *td_timestamp(const struct td_timestamps *self, uint32_t step);

/* Does the first happen before the second, or is it the same?  Calls happen after what they know, and before nothing. */
bool td_is_before(const struct td_timestamps *self, uint32_t first, uint32_t second);

/* Does it happen before the step is about to do this touch?  What the step touched just before belongs to that. */
bool td_is_known_to(const struct td_timestamps *self, uint32_t first, uint32_t touch);

#endif
