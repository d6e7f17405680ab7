/* What the objects of <treadle/sync.h> have in common.  They are no places where a thread can be cancelled. */
#ifndef TD_RT_UNCANCELLED_H
#define TD_RT_UNCANCELLED_H

#include "rt/engine.h"

static inline void td_wait_uncanceled(struct td_fiber *fiber, struct td_object *object, enum td_kind kind, uint64_t pc)
{
	uint8_t disabled = fiber->cancel.disabled;
	fiber->cancel.disabled = 1;
	td_wait(fiber, object, kind, pc, 0);
	fiber->cancel.disabled = disabled;
}

#endif
