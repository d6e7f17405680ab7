/* Why an execution failed: from one failing execution to its cause, in one sentence.
 *
 * The engine is executions: those that begin as the failing one did and go on otherwise, and all orders of the program,
 * as far as the time allows.  What is said was seen in them.  `is_exact` says that every order of the program was
 * looked at; otherwise it holds for those that were. */
#ifndef TD_EXPLAIN_EXPLAIN_H
#define TD_EXPLAIN_EXPLAIN_H

#include "cause.h"
#include "remedy.h"
#include "strip.h"
#include "switches.h"

#include "explore/fewest.h"

struct td_explanation {
	struct td_completions *completions;
	uint64_t key; /* of the finding */
	struct td_fewest fewest;
	struct td_trace *trace; /* of the schedule with the fewest switches, or of the given one */
	struct td_steps *steps;
	struct td_schedule *pass; /* of an execution that passes; NULL: none was found */
	struct {
		struct td_steps **items;
		size_t count, room;
	} passing; /* executions that tell what the failing one did not come to */
	struct td_observations *seen;
	struct td_orderings *orderings;
	uint64_t tried;      /* executions that were looked at */
	bool is_exact;       /* every order of the program was looked at */
	bool fails_always;   /* none of them passed */
	bool fails_serially; /* none passed in which each thread runs until it blocks */
	struct td_switches switches;
	struct td_cause cause;
	struct td_remedy remedy;
	struct td_strip strip;
	char *sentence; /* what went wrong, without a full stop */
};

/* Why a trace cannot be explained, in one line; NULL: it can. */
const char *td_explain_refuses(const struct td_trace *trace);

/* A finding as it is best shown: its execution with fewer context switches, where there is one, and its cause, where
 * that is known.  NULL: there is nothing better to show than the trace itself.  For at most so many seconds. */
struct td_trace *td_explain_finding(const struct td_trace *trace, double seconds, double watchdog);

/* For about so many seconds.  Without a sentence if the failure does not come again, executions are too slow for the
 * time (completions->is_too_slow), or the user has interrupted. */
struct td_explanation *td_explain(const struct td_trace *trace, double seconds, double watchdog);

/* As much as there is to add to a report: of a deadlock only the schedule, for its headline says the rest.  What is not
 * known is zero. */
struct td_explanation *td_explain_partly(const struct td_trace *trace, double seconds, double watchdog);
void td_explanation_free(struct td_explanation *self);

#endif
