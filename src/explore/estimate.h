/* How many executions a search will take in all.
 *
 * After some executions the runtime knows which fraction of the search's tree lies behind it, if at each decision all
 * alternatives are of the same size; executions divided by that fraction is an estimate of the whole (after Knuth 1975).
 * Subtrees differ, and a search that finds alternatives on its way has more of them before it than it knows, so one estimate
 * says little about how good it is.  The spread is the factor by which the estimates have moved since a quarter of the
 * executions so far, times 4 for what has not been seen at all, which goes down to 1 as the search comes to its end.  Of sixteen
 * searches with known totals it held the total in 13 after 5% of the executions, in 15 after 10% and 50%, in all after 25%,
 * 75% and 90%; half of the estimates were off by less than 2.7 after 10%, 1.5 after 25% and 1.2 after 50%. */
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
