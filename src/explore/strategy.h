/* Which policies take turns in an exploration.
 *
 * Execution i is made by policies[i % count].  One of them may be depth-first (delays, preemptions); it goes through all
 * schedules within a bound before the bound is raised.  There is at most one, since its path lives in the channel.
 */
#ifndef TD_EXPLORE_STRATEGY_H
#define TD_EXPLORE_STRATEGY_H

#include "wire/channel.h"

struct td_strategy {
	struct td_policy policies[TD_MAX_POLICIES];
	uint32_t count;
	int depth_first;     /* index of the depth-first policy, or -1 */
	uint32_t last_bound; /* it is not raised beyond this */
};

/* portfolio, random, pos, run-on, pct[:DEPTH], delays[:BOUND], preemptions[:BOUND], or several of them with commas.  Ends with
 * usage() on anything else. */
void td_strategy_parse(struct td_strategy *self, const char *text);

/* interleaving, trace or rf: a systematic search instead of policies that take turns.  Ends with usage() on anything else. */
void td_strategy_systematic(struct td_strategy *self, const char *equivalence);
int td_strategy_is_systematic(const struct td_strategy *self);

/* Whether all its executions are the same one. */
int td_strategy_is_single(const struct td_strategy *self);

#endif
