/* Race reversal: what has to be tried so that the later step of a race comes first.
 *
 * For a race (e, e') that is the paper's v = notdep(e, E).e': the steps after e that do not happen after it, then e'.
 * If no step of the sleep set is a weak initial of v, v is inserted into the wake-up tree of e's node.  What is stored
 * is trimmed to what wakes the sleep set (doc/design/search.md, "Continuations are trimmed"). */
#ifndef TD_RT_REVERSAL_H
#define TD_RT_REVERSAL_H

#include "search.h"

struct td_race {
	uint32_t first, second;  /* steps; second TD_NO_STEP: something that `thread` could have done instead of waiting */
	uint32_t known_at;       /* the step with which it is known; TD_NO_STEP: the end of the execution */
	uint32_t settled;        /* nothing changes for it while the steps before this one stay as they are; 0: not settled */
	uint32_t all_settled;    /* ... nor for those before it in the list, while these do; TD_NO_STEP: some are not settled */
	uint16_t thread, outcome;
	uint32_t clock_at;       /* second TD_NO_STEP: what the thread has behind it, for td_clock_at; 0: not known */
	struct td_touch touch;   /* second TD_NO_STEP: what it would touch; kind TD_CHOOSE: what the first step touches */
	uint32_t also_count;     /* what else it would touch */
	struct td_use also[TD_MOST_USES - 1];
};

void td_reversals_begin(uint64_t threads, uint32_t length); /* of another execution, in which these threads have steps: a bit for each */

/* Put the reversal under the first step's node, unless it has been tried or is there already. */
void td_reverse(struct td_race *race, uint32_t length);

/* From dependence.c. */
int td_happens_before(uint32_t first, uint32_t second);
const uint32_t *td_clock_before(uint32_t step); /* its timestamp without what it depends on ... */
const uint32_t *td_clock_after(uint32_t step);  /* ... and with it */
const uint32_t *td_clock_at(uint32_t at); /* NULL for 0 */

#endif
