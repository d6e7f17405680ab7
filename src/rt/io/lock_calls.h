/* The commands of fcntl that are about locks, on a thread of the program. */
#ifndef TD_RT_LOCK_CALLS_H
#define TD_RT_LOCK_CALLS_H

#include <fcntl.h>
#include <stdint.h>

int td_is_lock_command(int command);
int td_lock_command(int fd, int command, struct flock *asked, uint64_t pc);

#endif
