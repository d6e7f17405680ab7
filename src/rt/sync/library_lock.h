/* Locks inside libraries that are not woven.
 *
 * The accesses of such a lock are not seen, so the runtime goes by the names of the functions: a table for GLib, and
 * what the user names with --locks (wire/locks.h).  Calls of these functions by the program's own modules go through
 * the modules' tables of addresses (GOT), where the runtime puts an entry of its own (library_hook.c).  Around the
 * library's function a model of the lock is locked, which waits in the scheduler; so the library's function finds
 * the lock free and does not wait.
 *
 * Code of the system's libraries calls the real functions.  If one of them has the lock, the library's function
 * waits by a futex, which futex.c controls. */
#ifndef TD_RT_LIBRARY_LOCK_H
#define TD_RT_LIBRARY_LOCK_H

#include "rt/sys.h"
#include "wire/locks.h"

struct td_library_function {
	const struct td_lock_row *row;
	void *real, *lock, *unlock; /* the library's; the last two for WAIT */
};

/* A call of the function, with its first six arguments; returns what it returns. */
uint64_t td_library_call(const uint64_t *arguments, const struct td_library_function *function, uint64_t pc);

void td_library_locks_setup(void); /* see parts.c */

extern const struct td_lock_row td_library_rows[];
extern const uint32_t td_library_row_count;

#endif
