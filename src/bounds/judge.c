/* A formula is judged by its comparisons: "and" bounds if one part does, "or" if all do.  What a function returns, or a
 * variable was given, is judged where it comes from. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 12 };

static void note(struct td_check *self, uint32_t node, struct td_opinion *opinion)
{
	for (size_t i = 0; i < self->conditions.count; i++) {
		struct td_condition *known = &self->conditions.items[i];

		if (known->node != node)
			continue;
		if (opinion->verdict > known->verdict) {
			free(known->why);
			*known = (struct td_condition){ node, opinion->pattern, opinion->why, opinion->verdict };
		} else {
			free(opinion->why);
		}
		opinion->why = NULL;
		return;
	}
	TD_PUSH(&self->conditions, ((struct td_condition){ node, opinion->pattern, opinion->why, opinion->verdict }));
	opinion->why = NULL;
}

typedef struct td_opinion pattern(struct td_check *self, const struct td_comparison *comparison);

static pattern *const patterns[] = { td_pattern_constant, td_pattern_outcome, td_pattern_counter, td_pattern_flag, td_pattern_walk,
				     td_pattern_iterator, td_pattern_arguments, td_pattern_drain, td_pattern_try,
				     td_pattern_kind };

static struct td_opinion by_patterns(struct td_check *self, const struct td_comparison *comparison)
{
	struct td_opinion best = { 0 };

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns && best.verdict != TD_BOUNDED; i++) {
		struct td_opinion opinion = patterns[i](self, comparison);

		bool says_more = opinion.why && (!best.why || patterns[i] == td_pattern_walk || patterns[i] == td_pattern_drain);

		if (opinion.verdict > best.verdict || (!best.verdict && !opinion.verdict && says_more)) {
			free(best.why);
			best = opinion;
		} else {
			free(opinion.why);
		}
	}
	return best;
}

static bool is_logical(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return (at->kind == TD_N_BINARY &&
		((at->op >= TD_O_LT && at->op <= TD_O_NE) || at->op == TD_O_ALL || at->op == TD_O_ANY)) ||
	       (at->kind == TD_N_UNARY && at->op == TD_O_NOT) || at->kind == TD_N_CONDITIONAL;
}

/* The value of a function is as bounding as what makes it return that. */
static struct td_formula *of_function(struct td_check *self, const struct td_comparison *comparison, uint32_t node,
				      const struct td_scope *scope)
{
	const struct td_scope *inner = td_node(self->program, node)->kind == TD_N_CALL ? td_enter(self, node, scope) : NULL;
	const struct td_node *right = td_node(self->program, comparison->right);

	if (!inner || (comparison->right && right->kind != TD_N_LITERAL && !(right->kind == TD_N_UNARY && right->op == TD_O_NEG)))
		return NULL;
	return td_formula_of_result(self, comparison->op, comparison->right, inner);
}

static uint32_t without_assignment(const struct td_program *program, uint32_t node)
{
	while (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE)
		node = td_child(program, node, 1);
	return node;
}

/* Goes where a local variable got its value, but not into functions. */
static uint32_t resolve_value(struct td_check *self, uint32_t node, const struct td_scope **scope)
{
	const struct td_scope *from = *scope;
	uint32_t resolved = td_node(self->program, node)->kind == TD_N_CALL ? node : td_resolve(self, node, &from);

	if (from != *scope && td_node(self->program, node)->kind == TD_N_REF) {
		/* it may have gone through a function on its way: that is asked for all its results */
		for (const struct td_scope *at = from; at && at != *scope; at = at->caller)
			if (at->caller == *scope)
				return at->call;
	}
	*scope = from;
	return resolved;
}

static struct td_formula *further(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_scope *scope = comparison->scope;
	uint32_t node = resolve_value(self, without_assignment(self->program, comparison->left), &scope);
	bool is_truth = !comparison->right && (comparison->op == TD_O_EQ || comparison->op == TD_O_NE);

	if (td_node(self->program, node)->kind == TD_N_CALL)
		return of_function(self, comparison, node, scope);
	if (is_truth && node != comparison->left &&
	    (is_logical(self->program, node) || td_node(self->program, node)->kind == TD_N_LITERAL))
		return td_formula_of(self, node, comparison->op == TD_O_NE, scope);
	return td_formula_of_value(self, comparison);
}

static enum td_bound weigh_comparison(struct td_check *self, const struct td_comparison *comparison)
{
	struct td_opinion opinion = by_patterns(self, comparison);
	struct td_formula *formula = opinion.verdict == TD_BOUNDED || self->depth > DEEPEST || self->asked++ >= TD_MOST_ASKED
					 ? NULL
					 : further(self, comparison);
	enum td_bound verdict = opinion.verdict;

	if (formula) {
		enum td_bound inner;

		self->depth++;
		inner = td_judge(self, formula);
		self->depth--;
		if (inner > verdict) {
			verdict = opinion.verdict = inner;
			free(opinion.why);
			opinion.why = td_strdup("what makes it so sets a limit");
			opinion.pattern = "function";
		}
	}
	note(self, comparison->shown, &opinion);
	return verdict;
}

static enum td_bound judge_comparison(struct td_check *self, const struct td_comparison *comparison)
{
	enum td_bound verdict;

	for (size_t i = 0; i < self->open.count; i++)
		if (self->open.items[i] == comparison->shown)
			return TD_UNBOUNDED;
	TD_PUSH(&self->open, comparison->shown);
	verdict = weigh_comparison(self, comparison);
	self->open.count--;
	return verdict;
}

/* A condition of the loop's own function. */
static bool is_near(const struct td_check *self, const struct td_formula *formula)
{
	return formula->kind == TD_IS_COMPARISON && formula->comparison.scope == &self->scopes[self->level];
}

/* What the loop itself asks comes first, so that what functions far away ask does not use up the questions. */
static enum td_bound judge_all(struct td_check *self, const struct td_formula *formula)
{
	enum td_bound best = TD_UNBOUNDED;

	for (size_t i = 0; i < 2 * formula->part_count; i++) {
		const struct td_formula *part = formula->parts[i % formula->part_count];
		enum td_bound verdict = is_near(self, part) == (i < formula->part_count) ? td_judge(self, part) : TD_UNBOUNDED;

		best = verdict > best ? verdict : best;
	}
	return best;
}

static enum td_bound judge_any(struct td_check *self, const struct td_formula *formula)
{
	enum td_bound worst = TD_BOUNDED;

	for (size_t i = 0; i < formula->part_count; i++) {
		enum td_bound verdict = td_judge(self, formula->parts[i]);

		worst = verdict < worst ? verdict : worst;
	}
	return worst;
}

enum td_bound td_judge(struct td_check *self, const struct td_formula *formula)
{
	switch (formula->kind) {
	case TD_IS_TRUE:
		return TD_UNBOUNDED;
	case TD_IS_FALSE:
		return TD_BOUNDED; /* it never happens */
	case TD_IS_ALL:
		return judge_all(self, formula);
	case TD_IS_ANY:
		return judge_any(self, formula);
	default:
		return judge_comparison(self, &formula->comparison);
	}
}
