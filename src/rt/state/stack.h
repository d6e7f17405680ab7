/* Whose stack, or whose thread-local variables, an address lies in, and whether that memory is still in use.
 *
 * When a thread has ended, its stack belongs to no thread until a new one gets it.  Of a thread that waits for its turn, what lies below its
 * innermost frame is not in use either: the functions that had it have returned.  Main's stack stays when main ends before the program
 * does: many programs end main with pthread_exit and let the other threads go on with its variables.
 *
 * Stacks, and the threads that lend their thread-local variables to slots, have places of fixed size, a place for each slot:
 *
 *      TD_STACKS      stack of slot 0 | stack of slot 1 | ...        TD_DONORS      donor of slot 0 | donor of slot 1 | ... */
#ifndef TD_RT_STACK_H
#define TD_RT_STACK_H

#include "fiber.h"

#define TD_STACKS 0x300000000000ull
#define TD_SLOT_ROOM (1ull << 31)
#define TD_STACK_ROOM (1ull << 30)   /* the largest stack */
#define TD_DONORS (TD_STACKS + TD_MAX_THREADS * TD_SLOT_ROOM)
#define TD_STACKS_END (TD_DONORS + TD_MAX_THREADS * TD_SLOT_ROOM)

/* The fast test: what is not near is on no thread's stack. */
static inline int td_stack_is_near(uint64_t address)
{
	return address - TD_STACKS < TD_STACKS_END - TD_STACKS;
}

/* The thread that the memory belongs to, or belonged to last in this execution; NULL if it is no thread's. */
struct td_fiber *td_stack_owner(uint64_t address);

/* No correct program uses this memory now: its owner, another thread than the one that runs, has ended, or has returned from the
 * function whose variable it was. */
int td_stack_look(uint64_t address);
static inline int td_stack_is_gone(uint64_t address)
{
	return unlikely(td_stack_is_near(address)) && td_stack_look(address);
}

/* Two pieces of memory that a thread has until it ends. */
enum td_own_memory { TD_OWN_STACK, TD_OWN_VARIABLES, TD_OWN_MEMORIES };

struct td_span {
	uint64_t start, end;
};

/* What of it is known to be shared with other threads: from the first such byte to the last; empty if there is none. */
struct td_span td_stack_shared(const struct td_fiber *fiber, enum td_own_memory which);

void td_stacks_setup(void);
void td_stack_learn(uint64_t start, uint64_t end); /* this memory is shared from now on, ... */
void td_stack_forget(void);                        /* ... all that has been is not */

#endif
