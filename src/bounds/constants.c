/* What is known before the program runs: a condition over numbers that are the same whenever the loop comes to it, as in
 *
 *   static void open_link(int flags) { if (flags & THREADED) start(); }
 *   void serve(void) { int flags = 0; for (;;) open_link(flags); }
 *
 * A variable of a function counts if all that it is ever given is one number and nobody has its address, a parameter if it is
 * handed over on the way and stays what it is.  Numbers that may differ by the width or the sign of their type are left alone.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static bool is_small(int64_t value)
{
	return value >= INT32_MIN && value <= INT32_MAX;
}

/* Handed to somebody who may change it: by its address, as a reference, or by an operator that an object brings along. */
static bool is_lent(const struct td_program *program, uint32_t reference)
{
	uint32_t parent = td_parent(program, reference);
	const struct td_node *at = td_node(program, parent);

	if (at->kind == TD_N_CALL)
		return at->flags & (TD_F_METHOD | TD_F_CONSTRUCT) ||
		       strchr(td_text(program, td_node(program, parent + 1)->type), '&') != NULL;
	return (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS) || at->kind == TD_N_OTHER || at->kind == TD_N_LAMBDA ||
	       at->kind == TD_N_RANGE || (at->kind == TD_N_DECLARE && strchr(td_text(program, at->type), '&') != NULL) ||
	       (at->kind == TD_N_BINARY && (at->op == TD_O_SHL || at->op == TD_O_SHR));
}

static bool is_lent_anywhere(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++)
		if (is_lent(program, refs[i].node))
			return true;
	return false;
}

static bool number_of(const struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value);

/* All that the variable is ever given is one number, which is not made of variables. */
static bool number_of_writes(const struct td_check *self, uint32_t name, int64_t *value)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);
	int64_t given;

	for (size_t i = 0; i < count; i++) {
		if (writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value ||
		    !number_of(self, writes[i].value, NULL, &given) || (i && given != *value))
			return false;
		*value = given;
	}
	return count && !is_lent_anywhere(self->program, name);
}

static bool number_of_variable(const struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	size_t writes;
	uint32_t argument;
	int number;

	if (!scope || !(at->flags & TD_F_LOCAL) || strchr(td_text(program, at->type), '&'))
		return false;
	scope = td_home_of(self, node, scope);
	if (!(at->flags & TD_F_PARAMETER))
		return number_of_writes(self, at->name, value);
	td_writes_of(program, at->name, &writes);
	number = td_parameter_number(program, scope->function, at->name);
	if (!scope->caller || number < 0 || writes || is_lent_anywhere(program, at->name))
		return false;
	argument = td_argument(program, scope->call, (unsigned)number);
	return argument && number_of(self, argument, scope->caller, value);
}

static bool number_of_pair(enum td_operator op, int64_t left, int64_t right, int64_t *value)
{
	switch (op) {
	case TD_O_AND:
		*value = left & right;
		break;
	case TD_O_OR:
		*value = left | right;
		break;
	case TD_O_ADD:
		*value = left + right;
		break;
	default:
		*value = td_holds(left, op, right);
		return op == TD_O_EQ || op == TD_O_NE || (op >= TD_O_LT && op <= TD_O_GE && left >= 0 && right >= 0);
	}
	return left >= 0 && right >= 0;
}

static bool number_of(const struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	int64_t left, right;

	*value = at->value;
	if (at->kind == TD_N_LITERAL)
		return !(at->flags & TD_F_UNKNOWN) && is_small(*value);
	if (at->kind == TD_N_REF)
		return number_of_variable(self, node, scope, value);
	if (at->kind == TD_N_UNARY && (at->op == TD_O_NEG || at->op == TD_O_NOT) && number_of(self, node + 1, scope, &left)) {
		*value = at->op == TD_O_NOT ? !left : -left;
		return true;
	}
	return at->kind == TD_N_BINARY && number_of(self, node + 1, scope, &left) &&
	       number_of(self, td_child(program, node, 1), scope, &right) && number_of_pair(at->op, left, right, value) &&
	       is_small(*value);
}

struct td_opinion td_pattern_constant(struct td_check *self, const struct td_comparison *comparison)
{
	int64_t left, right = 0, holds;

	if (!number_of(self, comparison->left, comparison->scope, &left) ||
	    (comparison->right && !number_of(self, comparison->right, comparison->scope, &right)) ||
	    !number_of_pair(comparison->op, left, right, &holds) || holds)
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "constant", td_strdup("on this way it is never so") };
}
