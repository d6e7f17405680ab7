/* gdb inside an execution: the program runs along the schedule of a trace and stops at the event that fails, with the
 * commands of gdb.script at hand to look at the other threads. */
#ifndef TD_CLI_GDB_H
#define TD_CLI_GDB_H

#include "explore/session.h"

/* Becomes gdb.  The session's channel holds a job that no process has taken yet; `file` is the trace; `commands` are
 * given to gdb after the stop. */
_Noreturn void td_gdb_start(const struct td_session *session, const struct td_trace *trace, const char *file,
			    const struct td_strings *commands);

#endif
