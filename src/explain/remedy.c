#include "remedy.h"

enum { ENFORCED = 48, REMEDIED = 200 };

static struct td_constraint before(const struct td_observations *seen, td_watched first, td_watched second)
{
	return (struct td_constraint){.kind = TD_MUST_PRECEDE,
				      .first = td_occurrence_of(seen, first),
				      .second = td_occurrence_of(seen, second)};
}

static struct td_tally run(struct td_completions *completions, const struct td_constraint *constraints, uint32_t count,
			   uint64_t first, uint64_t most, double until, td_completion_seen *seen, void *context)
{
	struct td_schedule nothing = {.segment_count = 0};
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = TD_POLICY_RANDOM},
					  .constraints = constraints,
					  .constraint_count = count,
					  .first = first,
					  .most = most,
					  .until = until};

	return td_completions_run(completions, &plan, seen, context);
}

/* Outcomes are not enforced: a choice is drawn. */
static uint32_t constraints_of(const struct td_orderings *orderings, const struct td_cause *cause, uint32_t turned,
			       struct td_constraint *to)
{
	const struct td_observations *seen = orderings->seen;
	uint32_t count = 0;

	for (uint32_t i = 0; i < cause->count && count < TD_MAX_CONSTRAINTS; i++) {
		const struct td_ordering *one = &orderings->items[cause->set[i]];

		if (one->first == one->second)
			continue;
		to[count++] =
			i == turned ? before(seen, one->second, one->first) : before(seen, one->first, one->second);
	}
	return count;
}

void td_cause_enforce(struct td_completions *completions, const struct td_orderings *orderings,
		      const struct td_cause *cause, uint64_t first, double until, td_completion_seen *tell,
		      void *context)
{
	struct td_constraint constraints[TD_MAX_CONSTRAINTS];

	for (uint32_t turned = 0; turned <= cause->count && turned <= 2; turned++) {
		uint32_t count = constraints_of(orderings, cause, turned == 0 ? UINT32_MAX : turned - 1, constraints);

		if (count)
			run(completions, constraints, count, first + turned * ENFORCED, ENFORCED, until, tell, context);
	}
}

static struct td_remedy tried(struct td_completions *completions, struct td_remedy remedy,
			      const struct td_constraint *constraint, double until)
{
	struct td_tally tally = run(completions, constraint, 1, 0, REMEDIED, until, NULL, NULL);

	remedy.passed = tally.passed;
	remedy.failed = tally.failed;
	if (tally.failed || !tally.passed)
		remedy.kind = TD_REMEDY_NONE;
	return remedy;
}

/* The other order, or the stretch in one piece. */
struct td_remedy td_remedy_find(struct td_completions *completions, const struct td_orderings *orderings,
				const struct td_cause *cause, double until)
{
	const struct td_observations *seen = orderings->seen;
	const struct td_ordering *in;
	struct td_constraint constraint;

	if (cause->kind == TD_CAUSE_ORDER) {
		in = &orderings->items[cause->set[0]];
		constraint = before(seen, in->second, in->first);
		return tried(completions, (struct td_remedy){TD_REMEDY_ORDER, in->second, in->first, 0, 0}, &constraint,
			     until);
	}
	if (cause->kind == TD_CAUSE_BETWEEN) {
		td_watched last = orderings->items[cause->out_of].second;

		in = &orderings->items[cause->into];
		constraint = (struct td_constraint){.kind = TD_MUST_NOT_SWITCH,
						    .first = td_occurrence_of(seen, in->first),
						    .second = td_occurrence_of(seen, last)};
		return tried(completions, (struct td_remedy){TD_REMEDY_ATOMIC, in->first, last, 0, 0}, &constraint,
			     until);
	}
	return (struct td_remedy){0};
}
