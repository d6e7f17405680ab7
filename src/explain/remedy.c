#include "remedy.h"

enum { ENFORCED = 48, REMEDIED = 200 };

static void add(struct td_constraints *to, const struct td_observations *seen, enum td_constraint_kind kind,
		td_watched first, td_watched second)
{
	td_constraints_add(to, kind, td_occurrence_of(seen, first, to), td_occurrence_of(seen, second, to));
}

static struct td_tally run(struct td_completions *completions, const struct td_constraints *constraints, uint64_t first,
			   uint64_t most, double until, td_completion_seen *seen, void *context)
{
	struct td_schedule nothing = {.segment_count = 0};
	struct td_completion_plan plan = {.prefix = &nothing,
					  .policy = {.kind = TD_POLICY_RANDOM},
					  .constraints = constraints,
					  .first = first,
					  .most = most,
					  .until = until};

	return td_completions_run(completions, &plan, seen, context);
}

/* Outcomes are not enforced: a choice is drawn. */
static void add_cause(struct td_constraints *to, const struct td_orderings *orderings, const struct td_cause *cause,
		      uint32_t turned)
{
	for (uint32_t i = 0; i < cause->count && to->count < TD_MAX_CONSTRAINTS; i++) {
		const struct td_ordering *one = &orderings->items[cause->set[i]];

		if (one->first == one->second)
			continue;
		if (i == turned)
			add(to, orderings->seen, TD_MUST_PRECEDE, one->second, one->first);
		else
			add(to, orderings->seen, TD_MUST_PRECEDE, one->first, one->second);
	}
}

void td_cause_enforce(struct td_completions *completions, const struct td_orderings *orderings,
		      const struct td_cause *cause, uint64_t first, double until, td_completion_seen *tell,
		      void *context)
{
	for (uint32_t turned = 0; turned <= cause->count && turned <= 2; turned++) {
		struct td_constraints constraints = {0};

		add_cause(&constraints, orderings, cause, turned == 0 ? UINT32_MAX : turned - 1);
		if (constraints.count)
			run(completions, &constraints, first + turned * ENFORCED, ENFORCED, until, tell, context);
	}
}

static struct td_remedy tried(struct td_completions *completions, struct td_remedy remedy,
			      const struct td_constraints *constraints, double until)
{
	struct td_tally tally = run(completions, constraints, 0, REMEDIED, until, NULL, NULL);

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
	struct td_constraints constraints = {0};

	if (cause->kind == TD_CAUSE_ORDER) {
		in = &orderings->items[cause->set[0]];
		add(&constraints, seen, TD_MUST_PRECEDE, in->second, in->first);
		return tried(completions, (struct td_remedy){TD_REMEDY_ORDER, in->second, in->first, 0, 0},
			     &constraints, until);
	}
	if (cause->kind == TD_CAUSE_BETWEEN) {
		td_watched last = orderings->items[cause->out_of].second;

		in = &orderings->items[cause->into];
		add(&constraints, seen, TD_MUST_NOT_SWITCH, in->first, last);
		return tried(completions, (struct td_remedy){TD_REMEDY_ATOMIC, in->first, last, 0, 0}, &constraints,
			     until);
	}
	return (struct td_remedy){0};
}
