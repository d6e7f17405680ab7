/* Plain writes to the memory of a primitive: whether they come before or after the operations on it makes a
 * difference, for they make a new one of it (see the imprint in state/object.h). */
#ifndef TD_RT_OVERWRITE_H
#define TD_RT_OVERWRITE_H

#include "rt/state.h"

/* Has there been a primitive in [address, address + size), in this execution or another one? */
static inline int td_overwrite_may_be(uint64_t address, uint64_t size)
{
	uint16_t entry = (address & 7) + size <= 8 ? *td_shadow(address) : td_shadow_any(address, address + size);
	return unlikely(entry & TD_SHADOW_PRIMITIVE);
}

/* A thread is about to write where that may be.  If other threads have used a primitive there, such writes are events
 * from the next execution on. */
void td_overwrite_learn(const struct td_fiber *fiber, uint64_t address, uint64_t size);

/* The write that was recorded last depends on the operations on the primitives there. */
void td_overwrite_touch(struct td_fiber *fiber, uint64_t address, uint64_t size);

#endif
