/* Places in the program whose memory order has no effect here, for executions are sequentially consistent: they are counted. */
#ifndef TD_RT_WEAK_H
#define TD_RT_WEAK_H

#include <stdint.h>

void td_weak_atomic_at(uint64_t pc);

/* An atomic operation at `pc`, of this order. */
static inline void td_weak_atomic(int order, uint64_t pc)
{
	if ((order & 0xff) != __ATOMIC_SEQ_CST)
		td_weak_atomic_at(pc);
}

#endif
