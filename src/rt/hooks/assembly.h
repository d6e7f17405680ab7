/* Instructions of inline assembly: events of the kind that atomic operations are.  The instruction itself is executed between
 * begin and end, and nobody else runs in between. */
#ifndef TD_RT_ASSEMBLY_H
#define TD_RT_ASSEMBLY_H

#include "rt/state.h"

/* Waits for the thread's turn; NULL if the operation is not to be an event, otherwise what the end wants to have.
 * what: 0 reads, 1 writes, 2 does both. */
void *td_asm_begin(volatile void *address, uint64_t size, int what, uint64_t pc);
void *td_asm_begin_swap(volatile void *address, uint64_t size, uint64_t expected, uint64_t pc);

/* `back` is where the hook's return address lies: the event is that of the first hook, whose place must be on the call stack. */
void td_asm_end(struct td_fiber *turn, const volatile void *address, uint64_t size, int has_failed, volatile uint64_t *back);

void td_asm_fence(uint64_t pc);

#endif
