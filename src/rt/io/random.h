/* Random numbers of the system, which would make executions differ: instead there are numbers that depend on which thread asks, and how
 * often it has done so. */
#ifndef TD_RT_RANDOM_H
#define TD_RT_RANDOM_H

#include "rt/sys.h"

void td_random_fill(void *buffer, size_t size, uint64_t pc); /* for the running thread */
int td_random_is_device(int fd);                             /* /dev/urandom, or the like */

#endif
