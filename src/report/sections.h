/* The parts of a report below the picture.  Each prints its own heading, and nothing at all where it has nothing to
 * say. */
#ifndef TD_REPORT_SECTIONS_H
#define TD_REPORT_SECTIONS_H

#include "paint.h"
#include "rows.h"

void td_section_race(const struct td_paint *paint, const struct td_trace *trace);   /* both accesses of a data race */
/* the failing line and its neighbours */
void td_section_source(const struct td_paint *paint, const struct td_trace *trace);
void td_section_stack(const struct td_paint *paint, const struct td_trace *trace);  /* of the failing thread */
void td_section_threads(const struct td_paint *paint, const struct td_trace *trace); /* where each stands */
void td_section_locks(const struct td_paint *paint, const struct td_trace *trace);  /* held at the end */
/* a wait that gave up, and need not have */
void td_section_limits(const struct td_paint *paint, const struct td_trace *trace);
/* threads left blocked, which may be meant */
void td_section_daemons(const struct td_paint *paint, const struct td_trace *trace);
void td_section_blocks(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows);
void td_section_output(const struct td_paint *paint, const struct td_trace *trace);

/* For sections only. */
void td_section_head(const struct td_paint *paint, const char *text);
bool td_is_deadlock(const struct td_trace *trace);

#endif
