/* How many executions a search will take in all.
 *
 * After some executions the runtime knows which fraction of the search's tree lies behind it; executions divided by
 * that fraction is an estimate of the whole (after Knuth 1975).  How large the part below a decision is, it judges by
 * how often each thread has still to do with what threads race for (rt/search/dpor/fraction.h).  Threads that lock one
 * mutex again and again are estimated exactly from the first executions on; where they race for several things, or wait
 * for each other, the estimate is mostly too high: of six irregular programs of t/ok by 5 (median) and 14 at most after
 * 10% of the executions, by 3 and 7 after half of them.  The spread is the factor by which the estimates have moved
 * since a quarter of the executions so far, times 4 for what has not been seen at all, which goes down to 1 as the
 * search comes to its end. */
#ifndef TD_EXPLORE_ESTIMATE_H
#define TD_EXPLORE_ESTIMATE_H

#include <stdint.h>

enum { TD_MOMENTS = 64 };

struct td_moment {
	uint64_t executions;
	double total;
};

struct td_estimate {
	struct td_moment moments[TD_MOMENTS]; /* as they were made */
	uint32_t count;
};

/* In executions; all 0: not known. */
struct td_expected {
	double total, low, high;
};

/* So many executions of the search have been made, and this fraction of it lies behind them. */
void td_estimate_add(struct td_estimate *self, uint64_t executions, double fraction);
struct td_expected td_estimate_now(const struct td_estimate *self, uint64_t executions, double fraction);

#endif
