/* How an exploration is getting on, on standard error: one line that is rewritten on a terminal, a plain line now and then
 * elsewhere. */
#ifndef TD_EXPLORE_PROGRESS_H
#define TD_EXPLORE_PROGRESS_H

#include <stdint.h>

struct td_progress {
	int quiet, terminal;
	int shown;             /* a line stands on the terminal */
	double begin, last;
	double time_limit;     /* 0: none */
	uint64_t most_executions;
};

struct td_counts {
	uint64_t executions, classes, findings;
};

void td_progress_begin(struct td_progress *self, int quiet, double time_limit, uint64_t most_executions);
void td_progress_show(struct td_progress *self, const struct td_counts *counts);
/* Take the line away before something else is printed. */
void td_progress_clear(struct td_progress *self);

#endif
