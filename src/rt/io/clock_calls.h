#ifndef TD_RT_CLOCK_CALLS_H
#define TD_RT_CLOCK_CALLS_H

#include <stdint.h>

void td_clock_sleep(uint64_t nanoseconds, uint64_t pc); /* the current thread does */

#endif
