/* Accesses to memory that the program does not have: freed blocks, what lies between blocks, and stacks that are no longer in use. */
#ifndef TD_RT_BAD_ACCESS_H
#define TD_RT_BAD_ACCESS_H

#include "rt/state.h"

/* The fibre's pending operation accesses an address with TD_SHADOW_NO_ACCESS. */
_Noreturn void td_heap_bad_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc, uint64_t frame);

/* ... an address for which td_stack_is_gone. */
_Noreturn void td_bad_stack_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc, uint64_t frame);

#endif
