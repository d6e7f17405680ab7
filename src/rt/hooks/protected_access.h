/* Accesses that are no events, for something else orders them (protected.h). */
#ifndef TD_RT_PROTECTED_ACCESS_H
#define TD_RT_PROTECTED_ACCESS_H

#include "rt/state.h"

/* An access to such memory, which is no event, has its turn. */
void td_protected_access(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc);

#endif
