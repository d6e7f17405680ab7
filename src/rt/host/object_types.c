/* The table of types of objects: a row each.  A new primitive is a type in object.h, a row here and a file. */
#include "rt/thread.h"
#include "rt/io.h"
#include "rt/sync.h"
#include "rt/state.h"

const struct td_object_row td_object_rows[] = {
	[TD_O_NONE] = {.word = "object", .is_available = td_mutex_is_available, .could = td_lock_could},
	[TD_O_MUTEX] = {.word = "mutex", .is_available = td_mutex_is_available, .could = td_lock_could,
		.imprint = td_mutex_imprint, .is_overwritten = td_mutex_is_overwritten},
	[TD_O_SPIN] = {.word = "spin lock", .is_available = td_mutex_is_available, .could = td_lock_could,
		.imprint = td_spin_imprint, .is_overwritten = td_spin_is_overwritten},
	[TD_O_RWLOCK] = {.word = "read-write lock", .is_available = td_rwlock_is_available, .could = td_lock_could,
		.imprint = td_rwlock_imprint, .is_overwritten = td_rwlock_is_overwritten},
	[TD_O_COND] = {.word = "condition variable", .is_available = td_cond_is_available, .could = td_lock_could,
		.imprint = td_cond_imprint, .is_overwritten = td_cond_is_overwritten},
	[TD_O_SEM] = {.word = "semaphore", .is_available = td_count_is_available, .could = td_count_could,
		.imprint = td_sem_imprint, .is_overwritten = td_sem_is_overwritten},
	[TD_O_BARRIER] = {.word = "barrier", .is_available = td_barrier_is_available, .could = td_lock_could,
		.is_overwritten = td_barrier_is_overwritten},
	[TD_O_ONCE] = {.word = "once", .is_available = td_once_is_available, .could = td_once_could},
	[TD_O_THREAD] = {.word = "thread", .is_available = td_thread_is_available, .could = td_thread_could},
	[TD_O_FUTEX] = {.word = "futex", .is_available = td_futex_is_available, .could = td_lock_could},
	[TD_O_FD] = {.word = "descriptor", .is_available = td_fd_is_available, .could = td_flow_could,
		.uses = td_flows_of},
	[TD_O_FILE] = {.word = "stream", .is_available = td_mutex_is_available, .could = td_lock_could},
	[TD_O_MONITOR] = {.word = "monitor", .is_available = td_monitor_is_available, .could = td_lock_could},
	[TD_O_PORT] = {.word = "port", .is_available = td_port_is_available, .could = td_port_could},
	[TD_O_MQ] = {.word = "message queue", .is_available = td_count_is_available, .could = td_count_could},
	[TD_O_FILE_LOCK] = {.word = "file lock", .is_available = td_file_lock_is_available, .could = td_file_lock_could},
};
