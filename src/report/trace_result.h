/* An execution as a result: what formats for machines have to tell about it. */
#ifndef TD_REPORT_TRACE_RESULT_H
#define TD_REPORT_TRACE_RESULT_H

#include "result.h"
#include "trace/trace.h"

/* REPLAY_FILE and REPLAY_COMMAND may be NULL.  The result is to be cleared. */
struct td_result td_trace_result(const struct td_trace *trace, const char *replay_file, const char *replay_command);

#endif
