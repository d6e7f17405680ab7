/* What is known before the program runs: a condition over numbers that are the same whenever the loop comes to it, as in
 *
 *   static void open_link(int flags) { if (flags & THREADED) start(); }
 *   void serve(void) { int flags = 0; for (;;) open_link(flags); }
 *
 * A variable of a function counts if all that it is ever given is one number and its address is not taken, a parameter
 * if it is handed over on the way and stays what it is.  Casts are not in the nodes: only numbers that are the same in
 * every integer type are reckoned with.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static bool is_small(int64_t value)
{
	return value >= 0 && value <= INT8_MAX;
}

/* Handed to a function that may change it: by its address, as a reference, or by an operator that an object brings
 * along. */
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

/* All that the variable is ever given is one number, which is not made of variables. */
static bool number_of_writes(struct td_check *self, uint32_t name, int64_t *value)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);
	int64_t given;

	for (size_t i = 0; i < count; i++) {
		if (writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value ||
		    !td_number_of(self, writes[i].value, NULL, &given) || (i && given != *value))
			return false;
		*value = given;
	}
	return count && !is_lent_anywhere(self->program, name);
}

static bool number_of_parameter(struct td_check *self, const struct td_node *at, const struct td_scope *scope, int64_t *value)
{
	const struct td_program *program = self->program;
	int number = td_parameter_number(program, scope->function, at->name);
	size_t writes;
	uint32_t argument;

	td_writes_of(program, at->name, &writes);
	if (!scope->caller || number < 0 || writes || is_lent_anywhere(program, at->name))
		return false;
	argument = td_argument(program, scope->call, (unsigned)number);
	return argument && td_number_of(self, argument, scope->caller, value);
}

static bool number_of_variable(struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value)
{
	const struct td_node *at = td_node(self->program, node);
	const char *type = td_text(self->program, at->type);
	bool is_known;

	if (!scope || !(at->flags & TD_F_LOCAL) || strchr(type, '&'))
		return false;
	scope = td_home_of(self, node, scope);
	is_known = at->flags & TD_F_PARAMETER ? number_of_parameter(self, at, scope, value) : number_of_writes(self, at->name, value);
	return is_known && (*value <= 1 || !strcasestr(type, "bool"));
}

static bool is_zero(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	int64_t value;

	return td_number_of(self, node, scope, &value) && !value;
}

static bool number_of_pair(struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value)
{
	enum td_operator op = td_node(self->program, node)->op;
	uint32_t first = node + 1, second = td_child(self->program, node, 1);
	int64_t left, right;

	*value = 0;
	if (op == TD_O_AND && (is_zero(self, first, scope) || is_zero(self, second, scope)))
		return true;
	if (!td_number_of(self, first, scope, &left) || !td_number_of(self, second, scope, &right))
		return false;
	*value = op == TD_O_AND ? left & right : op == TD_O_OR ? left | right : op == TD_O_ADD ? left + right : td_holds(left, op, right);
	return op == TD_O_AND || op == TD_O_OR || op == TD_O_ADD || (op >= TD_O_LT && op <= TD_O_NE);
}

bool td_number_of(struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value)
{
	const struct td_node *at = td_node(self->program, node);
	int64_t inner;
	bool is_known = false;

	if (at->kind == TD_N_LITERAL) {
		*value = at->value;
		is_known = !(at->flags & TD_F_UNKNOWN);
	} else if (at->kind == TD_N_REF) {
		is_known = number_of_variable(self, node, scope, value);
	} else if (at->kind == TD_N_FIELD) {
		*value = 0;
		is_known = td_is_newborn_zero(self, node, scope);
	} else if (at->kind == TD_N_UNARY && at->op == TD_O_NOT) {
		is_known = td_number_of(self, node + 1, scope, &inner);
		*value = is_known && !inner;
	} else if (at->kind == TD_N_BINARY) {
		is_known = number_of_pair(self, node, scope, value);
	}
	return is_known && is_small(*value);
}

static bool is_never_so(struct td_check *self, const struct td_comparison *comparison)
{
	int64_t left, right = 0;

	return td_number_of(self, comparison->left, comparison->scope, &left) &&
	       (!comparison->right || td_number_of(self, comparison->right, comparison->scope, &right)) &&
	       !td_holds(left, comparison->op, right);
}

bool td_never_holds(struct td_check *self, const struct td_formula *formula)
{
	size_t never = 0;

	if (formula->kind == TD_IS_COMPARISON)
		return is_never_so(self, &formula->comparison);
	for (size_t i = 0; i < formula->part_count; i++)
		never += td_never_holds(self, formula->parts[i]);
	return formula->kind == TD_IS_FALSE || (never && (formula->kind == TD_IS_ALL || never == formula->part_count));
}

struct td_opinion td_pattern_constant(struct td_check *self, const struct td_comparison *comparison)
{
	if (!is_never_so(self, comparison))
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "constant", td_strdup("on this way it is never so") };
}
