/* How sure the failure was at each moment: after each event, the share of completions that fail. */
#ifndef TD_EXPLAIN_STRIP_H
#define TD_EXPLAIN_STRIP_H

#include "check/steps.h"
#include "explore/completions.h"

struct td_share {
	uint32_t events; /* of the prefix */
	uint32_t passed, failed;
	bool is_exact; /* of all completions */
};

struct td_strip {
	struct td_share *items;
	size_t count, room;
	uint32_t fails_from; /* from so many events on every completion that was made fails */
};

struct td_strip td_strip_make(struct td_completions *completions, const struct td_steps *steps, double until);

#endif
