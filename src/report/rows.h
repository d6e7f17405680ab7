/* What a report shows of an execution, row by row: the events that matter, why threads gave way to each other, and where
 * something was left out.
 *
 * What is shown is chosen by relevance (matter.h); --all and ranges show everything. */
#ifndef TD_REPORT_ROWS_H
#define TD_REPORT_ROWS_H

#include "report.h"

enum td_row_kind {
	TD_ROW_EVENT,
	TD_ROW_SWITCH,           /* the thread stops here; the text says why */
	TD_ROW_FOLD,             /* events left out */
	TD_ROW_END               /* where the execution ended: what is wrong */
};

struct td_row {
	enum td_row_kind kind;
	uint32_t thread;         /* whose row; UINT32_MAX: of several */
	uint32_t event;          /* EVENT: its index */
	char *place;             /* EVENT, END: "queue.c:40" */
	char *text;
};

struct td_rows {
	struct td_row *items;
	size_t count, room;
};

struct td_rows td_rows_make(const struct td_trace *trace, const struct td_report_options *options);
void td_rows_clear(struct td_rows *rows);

#endif
