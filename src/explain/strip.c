#include "strip.h"

#include <stdlib.h>

#include "check/prefix.h"

enum { MOST_SHARES = 64, MOST_SEARCHED = 64, MOST_DRAWN = 64 };

static struct td_share share_of(struct td_completions *completions, const struct td_steps *steps, uint32_t events,
				double until)
{
	struct td_schedule *prefix = td_prefix(steps, events);
	struct td_completion_plan plan = {.prefix = prefix,
					  .policy = {.kind = TD_POLICY_TRACES},
					  .is_systematic = true,
					  .most = MOST_SEARCHED,
					  .until = until};
	struct td_tally tally = td_completions_run(completions, &plan, NULL, NULL);
	bool is_exact = tally.is_all;

	/* The first executions of a search are alike; drawn ones say more. */
	if (!is_exact) {
		plan.policy.kind = TD_POLICY_RANDOM;
		plan.is_systematic = false;
		plan.most = MOST_DRAWN;
		tally = td_completions_run(completions, &plan, NULL, NULL);
	}
	td_schedule_free(prefix);
	return (struct td_share){events, (uint32_t)tally.passed, (uint32_t)tally.failed, is_exact};
}

/* From the end, where completions are short; of a long execution every n-th event. */
struct td_strip td_strip_make(struct td_completions *completions, const struct td_steps *steps, double until)
{
	uint32_t count = steps->trace->event_count, stride = count / MOST_SHARES + 1;
	struct td_strip strip = {.fails_from = count};

	for (uint32_t left = count + 1; left-- > 0 && !completions->is_over && td_now() < until;) {
		struct td_share share;

		if (left % stride && left != count)
			continue;
		share = share_of(completions, steps, left, until);
		if (!share.passed && share.failed &&
		    strip.fails_from == (strip.count ? strip.items[strip.count - 1].events : count))
			strip.fails_from = left;
		TD_PUSH(&strip, share);
	}
	return strip;
}
