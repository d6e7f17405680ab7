/* A step that is another one in each round, but never backwards: it is tested before it is made.
 *
 *   w = play(data + at, size - at);
 *   if (w > 0)
 *           at += w;
 *   else
 *           return at;
 *
 * The step is a variable of the function.  Every path to the step has asked whether it is more than nothing, or has
 * left where it was not, and it has not been given another value since.
 */
#include "check.h"
#include "paths.h"

#include <string.h>

static bool is_unsigned(const struct td_program *program, uint32_t node)
{
	const char *type = td_text(program, td_node(program, node)->type);

	return !strncmp(type, "unsigned ", 9) || !strcmp(type, "bool") || !strcmp(type, "_Bool");
}

/* `step op number` says that it is more than nothing. */
static bool is_more_than_nothing(const struct td_program *program, uint32_t step, enum td_operator op, uint32_t right)
{
	const struct td_node *at = td_node(program, right);
	int64_t number = right ? at->value : 0;

	if (right && (at->kind != TD_N_LITERAL || at->flags & TD_F_UNKNOWN))
		return false;
	return (op == TD_O_GT && number >= 0) || (op == TD_O_GE && number > 0) || (op == TD_O_EQ && number > 0) ||
	       (op == TD_O_NE && number == 0 && is_unsigned(program, step));
}

static enum td_operator turned(enum td_operator op)
{
	return op == TD_O_LT ? TD_O_GT : op == TD_O_LE ? TD_O_GE : op == TD_O_GT ? TD_O_LT : op == TD_O_GE ? TD_O_LE : op;
}

static bool is_loop(enum td_node_kind kind)
{
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

/* The step has the value that was asked about: nothing between the two changes it, nor what a loop does that is around the write only. */
static bool is_still_so(const struct td_program *program, uint32_t step, uint32_t asked, uint32_t write)
{
	if (asked >= write || td_is_entered_between(program, asked, write) || td_is_written_between(program, step, asked, write))
		return false;
	for (uint32_t at = td_parent(program, write); at && !td_is_inside(program, asked, at); at = td_parent(program, at))
		if (is_loop(td_node(program, at)->kind) && td_is_written_between(program, step, at, td_node(program, at)->end))
			return false;
	return true;
}

static bool tells_direction(const struct td_program *program, const struct td_formula *formula, uint32_t step, uint32_t write)
{
	const struct td_comparison *comparison = &formula->comparison;
	uint32_t name = td_node(program, step)->name, left = comparison->left, right = comparison->right;

	if (formula->kind == TD_IS_ALL || formula->part_count == 1) {
		for (size_t i = 0; i < formula->part_count; i++)
			if (tells_direction(program, formula->parts[i], step, write))
				return true;
		return false;
	}
	if (formula->kind != TD_IS_COMPARISON || td_node(program, left)->function != td_node(program, write)->function)
		return false;
	if (td_node(program, left)->kind == TD_N_REF && td_node(program, left)->name == name)
		return is_more_than_nothing(program, step, comparison->op, right) && is_still_so(program, step, left, write);
	return right && td_node(program, right)->kind == TD_N_REF && td_node(program, right)->name == name &&
	       is_more_than_nothing(program, step, turned(comparison->op), left) && is_still_so(program, step, right, write);
}

bool td_goes_forward(struct td_check *self, const struct td_write *write, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_node *step = td_node(program, write->value);

	if (step->kind != TD_N_REF || (step->flags & (TD_F_LOCAL | TD_F_STATIC | TD_F_REFERENCE)) != TD_F_LOCAL ||
	    td_is_pointed_to(program, step->name))
		return false;
	return tells_direction(program, td_formula_to_reach(self, td_function_of(program, write->node)->first, write->node, scope),
			       write->value, write->node);
}

static enum td_foreseen foresee_node(const void *data, uint32_t statement)
{
	return *(const uint32_t *)data == statement ? TD_NO_FURTHER : TD_EITHER_WAY;
}

/* if (w > 0) at += w; else return: no way from the creation to a next round goes past it. */
bool td_comes_before_next(const struct td_check *self, uint32_t node)
{
	const struct td_foresight foresight = { foresee_node, &node };

	return self->loop.kind == TD_LOOP_STATEMENT && td_is_inside(self->program, node, self->loop.node) &&
	       td_is_settled_after(self->program, self->sites[self->level], self->loop.node, true, &foresight);
}
