/* How an exploration is getting on, on standard error: one line that is rewritten on a terminal, a plain line now and
 * then elsewhere. */
#ifndef TD_EXPLORE_PROGRESS_H
#define TD_EXPLORE_PROGRESS_H

#include "estimate.h"

struct td_progress {
	int quiet, terminal;
	int shown;             /* a line stands on the terminal */
	double begin, last;
	uint64_t first;        /* executions at `begin`: what they cost before says little about now */
	double deadline;       /* 0: none */
	uint64_t most;         /* executions; UINT64_MAX: no limit */
};

struct td_counts {
	uint64_t executions, findings;
	uint64_t classes;      /* UINT64_MAX: they are not counted */
	struct td_expected expected;
	int bound;             /* that is being searched; negative: there is none */
};

void td_progress_begin(struct td_progress *self, int quiet);
/* A search begins, after so many executions. */
void td_progress_restart(struct td_progress *self, uint64_t executions);
void td_progress_limit(struct td_progress *self, double deadline, uint64_t most);
void td_progress_show(struct td_progress *self, const struct td_counts *counts);
/* Take the line away before something else is printed. */
void td_progress_clear(struct td_progress *self);

#endif
