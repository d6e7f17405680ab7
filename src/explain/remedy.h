/* What would have prevented a failure: executions in which it is enforced.
 *
 * An order is enforced by holding a thread back, a stretch is made atomic by holding back all others
 * (rt/engine/constrain.h).  It is a remedy if all executions that keep to it pass. */
#ifndef TD_EXPLAIN_REMEDY_H
#define TD_EXPLAIN_REMEDY_H

#include "cause.h"
#include "explore/completions.h"

enum td_remedy_kind { TD_REMEDY_NONE, TD_REMEDY_ORDER, TD_REMEDY_ATOMIC };

struct td_remedy {
	enum td_remedy_kind kind;
	td_watched first, second; /* ORDER: what must come first; ATOMIC: the ends of the stretch */
	uint64_t passed, failed;  /* executions with it enforced */
};

/* Executions with all the orderings of a cause enforced, and with each one alone turned round, drawn by lot and told to
 * SEEN. */
void td_cause_enforce(struct td_completions *completions, const struct td_orderings *orderings,
		      const struct td_cause *cause, uint64_t first, double until, td_completion_seen *seen,
		      void *context);

struct td_remedy td_remedy_find(struct td_completions *completions, const struct td_orderings *orderings,
				const struct td_cause *cause, double until);

#endif
