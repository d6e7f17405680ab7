/* Timers that are descriptors (timerfd_create).
 *
 * The kernel's would go by the kernel's clock.  So each is an eventfd, which says how often the timer has gone off just as a timer would;
 * and they go off, by the virtual clock, when nobody can go on (patience.h), or somebody has slept or given up for so long.  That they may do
 * so earlier is left out, and said. */
#ifndef TD_RT_TIMERFD_H
#define TD_RT_TIMERFD_H

#include "rt/sys.h"

void td_timerfd_closed(int fd);

#endif
