/* How an execution ends.
 *
 * Any file may find that it cannot go on, so these are declared at the bottom; finish.c has them.  None of them returns: the other threads go on
 * where that is wanted, and then the host has its turn. */
#ifndef TD_RT_END_H
#define TD_RT_END_H

#include "wire/channel.h"

struct td_fiber;

_Noreturn void td_finish(enum td_end end, uint64_t pc, const char *format, ...);
_Noreturn void td_finish_at(enum td_end end, uint64_t pc, uint64_t frame, uint64_t object, const char *format, ...);
_Noreturn void td_unsupported(const char *format, ...);
_Noreturn void td_refuse(const char *format, ...); /* it is the systematic search alone that cannot go on */

/* Nobody can run: a deadlock, or the end that an earlier one is parked for. */
_Noreturn void td_finish_stuck(struct td_fiber *fiber);

/* A systematic search has come to where everything has been tried. */
_Noreturn void td_finish_wasted(void);

/* Nobody can go on but threads that stand in a loop, though they could leave it: see spin_assume.h. */
_Noreturn void td_finish_spin_assumed(void);

/* Threads go round for ever; period: after so many events everything is as it was, 0: nothing changes at all. */
_Noreturn void td_finish_endless(uint32_t period);

#endif
