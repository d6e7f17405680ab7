/* Race sets: what could have been otherwise, touch by touch.
 *
 * After Lei and Carver, "Reachability Testing of Concurrent Programs" (2006), section 5, for touches instead of messages.  The
 * outcome of a writing touch's slot is who has it; others race for it.  The outcome of a reading touch is the write it reads
 * from; it could have been another one.  In both cases all that happened before the two sides happens as it did.
 *
 *   a slot    its rivals are later touches that write the same object, and calls to do so, at most one of each thread: those
 *             whose thread was not waiting for the slot's step to be able to do them (it is not in their past), and which the
 *             object was open for at that time.  An operation that had to wait could only have come before an earlier one.
 *   a read    its rivals are writes of the same object, earlier or later: those that no other write known to the reader has
 *             replaced, and which did not happen because of the read.  TD_NO_TOUCH is what was there at the beginning.
 */
#ifndef TD_CHECK_RACE_SET_H
#define TD_CHECK_RACE_SET_H

#include "timestamps.h"

struct td_race_sets {
	const struct td_steps *steps;
	uint32_t *first;         /* of each touch: where its rivals begin; one more at the end */
	uint32_t *rivals;        /* touches; for reads in the order of their slots, for slots in that of the threads */
};

/* PAST must be of the kind TD_PAST_CONTROL. */
struct td_race_sets *td_race_sets_make(const struct td_timestamps *past);
void td_race_sets_free(struct td_race_sets *self);

uint32_t td_race_set_size(const struct td_race_sets *self, uint32_t touch);
const uint32_t *td_race_set(const struct td_race_sets *self, uint32_t touch);

#endif
