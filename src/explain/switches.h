/* Which context switch was wrong.
 *
 * After "A Dynamic Approach to Identifying Erroneous Event in Concurrent Program" (Huatuo), Figure 2-4.  Switches are
 * looked at from the last to the first.  The execution is made again up to the next switch, and from there on with
 * least concurrency: each thread runs until it cannot go on.  If some such completion passes, the switch is benign and
 * the one behind it is erroneous.  As in the paper, for each shared variable the thread that touched it last goes first
 * in one completion.  If none passes, a search by traces looks at every completion, as far as the limits allow, so that
 * the answer is exact. */
#ifndef TD_EXPLAIN_SWITCHES_H
#define TD_EXPLAIN_SWITCHES_H

#include "check/steps.h"
#include "explore/completions.h"

struct td_switch {
	uint32_t event;          /* the first of the thread that took over */
	uint64_t passed, failed; /* completions of what came up to the next switch */
	bool is_tried, is_exact; /* is_exact: one passed, or all there are failed */
};

struct td_switches {
	struct td_switch *items; /* [0]: none yet, the execution from its beginning */
	size_t count, room;
	size_t erroneous;     /* 0: there is none */
	bool fails_without;   /* ... for no completion passed even of what came before the first switch: a switch was
				 missing */
	uint64_t completions; /* with least concurrency */
	uint64_t searched;    /* and others */
};

/* SEEN is told of each execution.  No completion is begun after `until`. */
struct td_switches td_switches_find(struct td_completions *completions, const struct td_steps *steps, double until,
				    td_completion_seen *seen, void *context);

#endif
