/* What the execution of a trace has from the variant it followed: which of its steps are old, and which may still change.
 *
 * Reachability testing keeps no history.  It suffices that an execution knows the variant it came from: a touch whose outcome was
 * changed once, and all that had to happen for it, stays as it is; and an old touch is not changed to an old rival, for
 * another variant of the same execution does that (Lei and Carver, section 7).
 */
#ifndef TD_CHECK_LINEAGE_H
#define TD_CHECK_LINEAGE_H

#include "steps.h"

struct td_lineage {
	const struct td_steps *steps;
	uint8_t *flags;          /* of each touch: TD_KEPT_*, and TD_LINEAGE_OLD if it is in the variant at all */
	uint32_t *slots;         /* of each object: how many the variant filled */
	bool *left;              /* ... and whether it leaves the next one to a new step */
	uint32_t *reserved;      /* ... or to this touch, whose step had to wait because of another one; TD_NO_TOUCH if not */
};

enum { TD_LINEAGE_RESERVED = 64, TD_LINEAGE_OLD = 128 };

struct td_lineage *td_lineage_make(const struct td_steps *steps);
void td_lineage_free(struct td_lineage *self);

bool td_was_done(const struct td_lineage *self, uint32_t touch);  /* in the variant's prefix */
bool td_is_fixed(const struct td_lineage *self, uint32_t touch);

/* Has the change of this touch's outcome to this rival been left to another variant? */
bool td_is_left_out(const struct td_lineage *self, uint32_t touch, uint32_t rival);

/* The first step that did what the variant had barred it from, or took what was reserved for another one: from there on the
 * execution repeats others.  TD_NO_STEP: none. */
uint32_t td_first_trespass(const struct td_lineage *self);

#endif
