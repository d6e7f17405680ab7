/* The table of types of objects: a row each.  A new primitive is a type in object.h, a row here and a file. */
#include "rt/thread.h"
#include "rt/io.h"
#include "rt/sync.h"
#include "rt/state.h"

const struct td_object_row td_object_rows[] = {
	[TD_O_NONE] = {"object", td_mutex_is_available, td_lock_could, NULL},
	[TD_O_MUTEX] = {"mutex", td_mutex_is_available, td_lock_could, NULL},
	[TD_O_SPIN] = {"spin lock", td_mutex_is_available, td_lock_could, NULL},
	[TD_O_RWLOCK] = {"read-write lock", td_rwlock_is_available, td_lock_could, NULL},
	[TD_O_COND] = {"condition variable", td_cond_is_available, td_lock_could, NULL},
	[TD_O_SEM] = {"semaphore", td_count_is_available, td_count_could, NULL},
	[TD_O_BARRIER] = {"barrier", td_barrier_is_available, td_lock_could, NULL},
	[TD_O_ONCE] = {"once", td_once_is_available, td_once_could, NULL},
	[TD_O_THREAD] = {"thread", td_thread_is_available, td_thread_could, NULL},
	[TD_O_FUTEX] = {"futex", td_futex_is_available, td_lock_could, NULL},
	[TD_O_FD] = {"descriptor", td_fd_is_available, td_flow_could, td_flows_of},
	[TD_O_FILE] = {"stream", td_mutex_is_available, td_lock_could, NULL},
	[TD_O_MONITOR] = {"monitor", td_monitor_is_available, td_lock_could, NULL},
	[TD_O_PORT] = {"port", td_port_is_available, td_port_could, NULL},
	[TD_O_MQ] = {"message queue", td_count_is_available, td_count_could, NULL},
	[TD_O_FILE_LOCK] = {"file lock", td_file_lock_is_available, td_file_lock_could, NULL},
};
