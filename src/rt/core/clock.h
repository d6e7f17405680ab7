/* Virtual time: starts at the same moment in every execution and moves when a thread sleeps, times out or reads it. */
#ifndef TD_RT_CLOCK_H
#define TD_RT_CLOCK_H

#include "rt/state.h"

#include <time.h>

#define TD_SECOND 1000000000ull

/* What timers that are descriptors do when the clock moves (timerfd.c has the one instance). */
struct td_timers {
	uint64_t (*next)(void);                    /* the moment when the first one goes off; UINT64_MAX: none is set */
	void (*reach)(uint64_t moment);            /* it is so late now */
};

extern const struct td_timers td_timers;

void td_clock_reset(void);
uint64_t td_clock_look(clockid_t clock, uint64_t pc); /* by the current thread; moves the clock a little */
uint64_t td_clock_says(clockid_t clock);             /* what it says, without moving it */
void td_clock_slept(struct td_fiber *fiber, uint64_t pc);
uint64_t td_nanoseconds(const struct timespec *time);
uint64_t td_clock_looks(void);                     /* how often the program has looked at a clock in this execution */
void td_clock_order(const struct td_fiber *before, struct td_fiber *after); /* one has created the other, or was joined by it */
uint64_t td_clock_now(void);                       /* nanoseconds of the monotonic clock, without moving it */
void td_clock_reach(uint64_t nanoseconds);         /* it is at least this late now */
/* Not where a program adds milliseconds to tv_nsec and forgets to carry: that is refused with EINVAL, where a wait was meant. */
int td_clock_is_valid(const struct timespec *time);
int td_clock_may_limit(clockid_t clock);            /* a wait; by other clocks no wait of POSIX threads is limited */
uint64_t td_clock_moment(clockid_t clock, const struct timespec *time); /* an absolute time on a clock, as nanoseconds of the monotonic one */
uint64_t td_clock_in(const struct timespec *duration); /* ... so much later than now */

#endif
