/* Warnings of other tools, confirmed by executions.
 *
 * An exploration of the program, which looks for data races too, gives its findings; a finding at the places of a
 * warning confirms it.  If the exploration was complete, what it has not shown is impossible in this test.  Otherwise
 * the threads are guided to the places of each warning, in each order, and what can come of that is explored. */
#ifndef TD_GUIDE_CONFIRM_H
#define TD_GUIDE_CONFIRM_H

#include "explore/explore.h"
#include "guide.h"
#include "warnings.h"

struct td_confirmation {
	struct td_summary summary; /* of the exploration */
	uint64_t findings;         /* that it made */
	uint64_t unwarned;         /* of these, those that no warning is about */
};

/* LIKE: how the program is run.  SECONDS: for all warnings together.  TRACES: what the files of traces are called;
 * NULL: after the program.  Gives each warning its verdict. */
struct td_confirmation td_warnings_confirm(struct td_warnings *list, struct td_guide *guide,
					   const struct td_command *command, const struct td_explore_options *like,
					   const struct td_guide_options *steering, const char *traces);

#endif
