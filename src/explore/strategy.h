/* Which policies take turns in an exploration.
 *
 * Execution i is made by policies[i % count].  One of them may be depth-first (delays, preemptions); it goes through
 * all schedules within a bound before the bound is raised.  There is at most one, since its path lives in the channel.
 *
 * The usual strategy is the portfolio, but only to open with: most bugs show in a few executions, and what is left
 * after them is a matter for the systematic search.
 */
#ifndef TD_EXPLORE_STRATEGY_H
#define TD_EXPLORE_STRATEGY_H

#include "wire/channel.h"

enum { TD_MOST_BOUND = 1 << 16 };

struct td_strategy {
	struct td_policy policies[TD_MAX_POLICIES];
	uint32_t count;
	int depth_first;     /* index of the depth-first policy, or -1 */
	uint32_t last_bound; /* it is not raised beyond this */
	/* its one policy is a search for all there is, or all within a bound, and not only for bugs */
	int systematic;
	uint64_t opening;    /* after so many executions a systematic search takes over; 0: never */
};

/* What is done when nothing else is asked for. */
void td_strategy_usual(struct td_strategy *self);

/* portfolio, random, pos, run-on, pct[:DEPTH], delays[:BOUND], preemptions[:BOUND], or several of them with commas.
 * Ends with usage() on anything else. */
void td_strategy_parse(struct td_strategy *self, const char *text);

/* interleaving, trace or rf: a systematic search instead of policies that take turns.  Ends with usage() on anything
 * else. */
void td_strategy_systematic(struct td_strategy *self, const char *equivalence);
int td_strategy_can_be_shared(const struct td_strategy *self); /* by several processes, now or after its opening */

/* Every order of events that can conflict with at most 0, 1, ... up to last_bound delays or preemptions. */
void td_strategy_bounded(struct td_strategy *self, enum td_policy_kind kind, uint32_t last_bound);

/* Whether what is left to try is known to the process alone, and not to the channel. */
int td_strategy_is_tracing(const struct td_strategy *self);
/* Whether it raises a bound. */
int td_strategy_is_bounded(const struct td_strategy *self);

/* Whether it comes to an end by itself, now or after its opening, so that it needs no limit. */
int td_strategy_ends(const struct td_strategy *self);

/* Whether all its executions are the same one. */
int td_strategy_is_single(const struct td_strategy *self);

#endif
