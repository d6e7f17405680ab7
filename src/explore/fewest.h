/* The schedule with the fewest context switches that ends in the same finding.
 *
 * Delta debugging leaves stretches of the schedule out: what a thread would have done in one it does at the beginning
 * of its next.  Then all schedules with fewer preemptions are tried, as far as the time allows. */
#ifndef TD_EXPLORE_FEWEST_H
#define TD_EXPLORE_FEWEST_H

#include "completions.h"

struct td_fewest {
	struct td_schedule *schedule;
	uint32_t switches; /* in it */
	uint64_t executions;
	bool is_fewest; /* no schedule with fewer preemptions fails in the same way */
};

/* KEY: of the finding (findings.h).  `until`: td_now() at which to stop. */
struct td_fewest td_fewest_switches(struct td_completions *completions, const struct td_schedule *schedule,
				    uint64_t key, double until);

#endif
