/* Which events of an execution matter to a reader. */
#ifndef TD_REPORT_MATTER_H
#define TD_REPORT_MATTER_H

#include <stdbool.h>

#include "report.h"

#include "wire/ops.h"

/* One flag per event, to be freed. */
bool *td_matter(const struct td_trace *trace, const struct td_report_options *options);

/* Kinds that say little: they are shown where everything is, and are not counted where events are left out. */
static inline bool td_is_quiet(enum td_kind kind)
{
	return td_op_is(kind, TD_OP_QUIET);
}

/* Event I is by another thread than the one before. */
static inline bool td_is_switch(const struct td_trace *trace, uint32_t i)
{
	return i && trace->events[i].raw.thread != trace->events[i - 1].raw.thread;
}

#endif
