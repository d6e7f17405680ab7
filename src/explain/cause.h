/* The cause of a failure: the orderings that make it.
 *
 * Of all sets of one or two orderings that are sufficient and minimal, the one that the most failing executions have
 * explains most.  Two are a stretch of one thread that another thread's stretch came into: the unserialisable
 * interleavings of one variable, and of related ones.  If no such set of accesses to memory is, the one that goes best
 * with failing is taken: it is in most of the executions that fail and in few that pass.  The orderings that it needs
 * besides to be sufficient are found by leaving out others one after the other. */
#ifndef TD_EXPLAIN_CAUSE_H
#define TD_EXPLAIN_CAUSE_H

#include "orderings.h"

enum td_cause_kind {
	TD_CAUSE_UNKNOWN,
	TD_CAUSE_OUTCOME, /* a choice, whatever the order */
	TD_CAUSE_ORDER,   /* one event before another */
	TD_CAUSE_BETWEEN, /* a stretch of one thread within one of another */
	TD_CAUSE_SEVERAL  /* more than that */
};

enum { TD_MOST_IN_CAUSE = 400 };

struct td_cause {
	enum td_cause_kind kind;
	uint32_t set[TD_MOST_IN_CAUSE], count; /* orderings */
	uint32_t into, out_of; /* BETWEEN: the stretch.  They need not be in the set where others imply them */
	bool is_minimal;       /* without any one of the set, some execution that has the others passes */
	struct td_support support;
	bool is_memory; /* those that the sentence tells are of accesses to memory */
};

struct td_cause td_cause_find(const struct td_orderings *orderings);

#endif
