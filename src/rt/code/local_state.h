/* Whether a thread has come back to where it was: what it alone can see, except for memory that it writes. */
#ifndef TD_RT_LOCAL_STATE_H
#define TD_RT_LOCAL_STATE_H

#include "rt/state.h"

/* The unwinder makes itself ready by pthread_once when it is first used.  That is to be so before the program begins: if it depended on
 * whether a thread has been looked at, whoever throws, ends or is cancelled afterwards would do other steps than in another order. */
void td_local_state_setup(void);

/* A hash of the running thread's stack and of the registers that a call preserves, at its pending operation; 0 if they cannot
 * be found out. */
uint64_t td_local_state(const struct td_fiber *fiber);

/* Of its stack alone, which takes far less time; 0 if that is not to be found: states that are equal have equal ones of these. */
uint64_t td_stack_state(const struct td_fiber *fiber);

/* Stack and registers, without what will be overwritten before it is read (dead.h). */
uint64_t td_live_state(const struct td_fiber *fiber);

#endif
