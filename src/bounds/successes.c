/* What a function has done if it has not failed.
 *
 *   static int list_append(struct list *list, void *item) { ... if (!more) return -1; ...; list->length++; return 1; }
 *   if (list_append(&clients, client) < 0) return;
 *   pthread_create(...);
 *
 * Each way through the function either comes by the write or returns a number with which the caller does not come to create; so that
 * the write is made whenever something is created.  The function may hand the work on: return list_insert(list, item, list->length).
 * The object must be handed from call to call, so that it is this list and no other.
 */
#include "check.h"

#include "paths.h"

#include <string.h>

enum { DEEPEST = 3 };

struct success {
	const struct td_program *program;
	uint32_t call, site, root;   /* whose result decides whether the site is come to */
	uint32_t write;
	uint32_t object;             /* the parameter that is the object, in the function that is looked at; 0: any */
	unsigned depth;
};

static bool is_settled(const struct success *self, uint32_t call, uint32_t argument);

/* Done whenever the expression is. */
static bool is_part(const struct td_program *program, uint32_t write, uint32_t expression)
{
	for (uint32_t at = expression; at != write; at = td_child_with(program, at, write)) {
		const struct td_node *node = td_node(program, at);
		bool branches = node->kind == TD_N_CONDITIONAL ||
				(node->kind == TD_N_BINARY && (node->op == TD_O_ALL || node->op == TD_O_ANY));

		if (branches && td_child_with(program, at, write) != at + 1)
			return false;
	}
	return true;
}

/* atomic_compare_exchange_weak(&live, &n, n + 1) has raised it if it says so. */
static bool is_attempt(const struct td_program *program, uint32_t write)
{
	return td_node(program, write)->kind == TD_N_CALL && strstr(td_text(program, td_node(program, write)->spelling), "compare");
}

/* In the branch that is taken after the attempt has succeeded. */
static bool is_after_attempt(const struct success *self, uint32_t statement)
{
	const struct td_program *program = self->program;
	uint32_t outer;

	for (; (outer = td_parent(program, statement)); statement = outer)
		if (td_node(program, outer)->kind == TD_N_IF && outer + 1 == self->write)
			return statement == td_child(program, outer, 1);
	return false;
}

/* The part of a statement that is an expression, which is evaluated whenever it is come to. */
static uint32_t expression_of(const struct td_program *program, uint32_t statement)
{
	enum td_node_kind kind = td_node(program, statement)->kind;

	return kind == TD_N_IF || kind == TD_N_SWITCH ? statement + 1 : statement;
}

static bool is_expression(enum td_node_kind kind)
{
	return kind == TD_N_ASSIGN || kind == TD_N_UNARY || kind == TD_N_BINARY || kind == TD_N_DECLARE || kind == TD_N_RETURN ||
	       kind == TD_N_CALL;
}

static bool is_made(const struct success *self, uint32_t statement)
{
	const struct td_program *program = self->program;
	uint32_t written = self->write + 1, expression = expression_of(program, statement);
	bool is_object = !self->object || (td_node(program, written)->kind == TD_N_FIELD &&
					   td_node(program, written + 1)->kind == TD_N_REF &&
					   td_node(program, written + 1)->name == self->object);

	if (is_attempt(program, self->write))
		return is_after_attempt(self, statement);
	return is_object && is_expression(td_node(program, expression)->kind) && td_is_inside(program, self->write, expression) &&
	       is_part(program, self->write, expression);
}

/* return list_insert(list, ...): the result of that is the result. */
static bool is_handed_on(const struct success *self, uint32_t call)
{
	uint32_t argument;

	if (!self->object)
		return is_settled(self, call, 0);
	for (unsigned i = 1; (argument = td_child(self->program, call, i)); i++)
		if (td_node(self->program, argument)->kind == TD_N_REF && td_node(self->program, argument)->name == self->object)
			return is_settled(self, call, argument);
	return false;
}

/* Before the creation, a number with which it is not come to; behind it, one with which there is no next round. */
static bool leads_away(const struct success *self, int64_t number)
{
	const struct td_program *program = self->program;

	return self->call < self->site ? !td_result_leads_to(program, self->call, number, self->site, self->root)
				       : td_result_leaves(program, self->call, number, self->root);
}

static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct success *self = data;
	const struct td_program *program = self->program;
	bool returns = td_node(program, statement)->kind == TD_N_RETURN && td_node(program, statement)->end > statement + 1;
	int64_t number;

	if (is_made(self, statement))
		return TD_NO_FURTHER;
	if (returns && td_literal_of(program, statement + 1, &number) && leads_away(self, number))
		return TD_NO_FURTHER;
	if (returns && td_node(program, statement + 1)->kind == TD_N_CALL && is_handed_on(self, statement + 1))
		return TD_NO_FURTHER;
	return TD_EITHER_WAY;
}

/* The parameter of the function that is called which an argument becomes; the function. */
static uint32_t parameter_of(const struct td_program *program, uint32_t call, uint32_t argument, uint32_t *function)
{
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	uint32_t parameter = count == 1 ? program->all.functions.items[called[0].node].first + 1 : 0, at = td_child(program, call, 1);

	for (; parameter && at != argument; at = td_node(program, at)->end)
		parameter = td_node(program, parameter)->end;
	*function = count == 1 ? called[0].node : 0;
	return parameter && td_node(program, parameter)->kind == TD_N_PARAMETER ? td_node(program, parameter)->name : 0;
}

static bool is_set(const struct td_program *program, uint32_t parameter)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, parameter, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through)
			return true;
	return false;
}

static bool is_settled(const struct success *self, uint32_t call, uint32_t argument)
{
	struct success inner = *self;
	const struct td_foresight foresight = { foresee, &inner };
	uint32_t function, parameter = parameter_of(self->program, call, argument ? argument : td_child(self->program, call, 1), &function);

	inner.object = argument ? parameter : 0;
	if (!function || (argument && (!parameter || is_set(self->program, parameter))))
		return false;
	return ++inner.depth <= DEEPEST && td_is_settled_by(self->program, function, &foresight);
}

static struct success success_at(const struct td_check *self, size_t level, uint32_t call, uint32_t write)
{
	bool is_loop = level == self->level && self->loop.kind == TD_LOOP_STATEMENT;

	return (struct success){ .program = self->program, .call = call, .site = self->sites[level], .write = write,
				 .root = is_loop ? self->loop.node : td_function_of(self->program, self->sites[level])->first };
}

bool td_is_done_by_success(const struct td_check *self, size_t level, uint32_t call, uint32_t node)
{
	const struct success success = success_at(self, level, call, node);

	return td_node(self->program, call)->kind == TD_N_CALL && is_settled(&success, call, 0);
}

/* The argument of a call that is the object which is asked about. */
static uint32_t argument_that_is(struct td_check *self, uint32_t call, uint32_t object, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t argument;

	for (unsigned i = 1; (argument = td_child(program, call, i)); i++) {
		const struct td_scope *from = scope;
		uint32_t node = td_without_address(program, td_resolve(self, argument, &from));

		if (td_node(program, node)->kind == TD_N_REF && td_node(program, node)->name == td_node(program, object)->name)
			return argument;
	}
	return 0;
}

/* In the function at this level, whenever something is created. */
static bool is_made_at(struct td_check *self, size_t level, uint32_t write, uint32_t object)
{
	const struct td_program *program = self->program;
	const struct td_function *function = td_function_of(program, self->sites[level]);
	uint32_t end = level == self->level ? self->loop.last : function->first + function->count;

	for (uint32_t i = td_region_begin(self, level); i < end; i++) {
		uint32_t argument = td_node(program, i)->kind == TD_N_CALL && td_leads_to(program, i, td_node(program, write)->function)
					? argument_that_is(self, i, object, &self->scopes[level]) : 0;

		const struct success success = success_at(self, level, i, write);

		if (argument && td_accompanies(self, i) && is_settled(&success, i, argument))
			return true;
	}
	return false;
}

bool td_is_made_unless_failed(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t object;

	if (td_node(program, asked)->kind != TD_N_FIELD || self->depth > TD_DEEPEST)
		return false;
	object = td_without_address(program, td_resolve(self, td_without_address(program, asked + 1), &scope));
	if (td_node(program, object)->kind != TD_N_REF || !(td_node(program, object)->flags & TD_F_GLOBAL))
		return false;
	for (size_t level = 0; level <= self->level; level++)
		if (is_made_at(self, level, write, object))
			return true;
	return false;
}
