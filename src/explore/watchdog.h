/* What a process that makes no progress is doing, as far as the kernel tells. */
#ifndef TD_EXPLORE_WATCHDOG_H
#define TD_EXPLORE_WATCHDOG_H

#include <stddef.h>
#include <sys/types.h>

enum td_activity {
	TD_BUSY,    /* burns processor time */
	TD_BLOCKED, /* sleeps in a system call */
	TD_GONE
};

/* For TD_BLOCKED, `call` gets the name of the system call. */
enum td_activity td_process_activity(pid_t pid, char *call, size_t size);

/* Its first child, or itself if it has none. */
pid_t td_process_child(pid_t pid);

#endif
