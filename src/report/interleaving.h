/* The picture of an execution: a column for each thread, or one line an event where columns would be too narrow. */
#ifndef TD_REPORT_INTERLEAVING_H
#define TD_REPORT_INTERLEAVING_H

#include "paint.h"
#include "rows.h"

void td_interleaving_print(const struct td_paint *paint, const struct td_trace *trace, const struct td_rows *rows);

#endif
