/* Functions that give up: what they do before they return that they have failed is done on the way out of a loop that ends then, as
 * in
 *
 *   static struct server *open_server(void) { ... if (failed) { close_all(); return NULL; } ... }
 *   for (at = servers.next; at != &servers; at = at->next) { server = open_server(); if (!server) return -1; ... }
 *
 * Behind the place the function must come to nothing but returns of one number, and with that number the loop must be left.
 */
#include "check.h"

#include "paths.h"

bool td_literal_of(const struct td_program *program, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_UNARY && at->op == TD_O_NEG && td_literal_of(program, node + 1, value)) {
		*value = -*value;
		return true;
	}
	*value = at->value;
	return at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN);
}

/* The one number that is returned whenever the function comes by the node; `any` is false before the first node. */
static bool is_followed_by(const struct td_program *program, uint32_t node, int64_t *number, bool *any)
{
	const struct td_function *function = td_function_of(program, node);
	bool returns = false;
	int64_t value;

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(program, i)->kind != TD_N_RETURN || (!td_is_inside(program, node, i) && !td_reaches(program, node, i)))
			continue;
		if (td_node(program, i)->end == i + 1 || !td_literal_of(program, i + 1, &value) || (*any && value != *number))
			return false;
		*number = value;
		*any = returns = true;
	}
	return returns;
}

/* What a call has returned, and the variable that it is kept in. */
struct result {
	uint32_t call, variable;
	int64_t value;
};

static bool evaluate(const struct td_program *program, const struct result *result, uint32_t node, int64_t *value);

/* "and" is known if one side is known not to hold, or both are known. */
static bool evaluate_logical(const struct td_program *program, const struct result *result, uint32_t node, int64_t *value)
{
	bool decisive = td_node(program, node)->op == TD_O_ANY;
	int64_t left, right;
	bool is_left = evaluate(program, result, node + 1, &left), is_right = evaluate(program, result, td_child(program, node, 1), &right);
	bool is_decided = (is_left && (left != 0) == decisive) || (is_right && (right != 0) == decisive);

	*value = is_decided == decisive;
	return is_decided || (is_left && is_right);
}

static bool evaluate(const struct td_program *program, const struct result *result, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);
	int64_t left, right;

	*value = result->value;
	if (node == result->call || (result->variable && at->kind == TD_N_REF && at->name == result->variable))
		return true;
	if (at->kind == TD_N_ASSIGN && at->op == TD_O_NONE)
		return evaluate(program, result, td_child(program, node, 1), value);
	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT && evaluate(program, result, node + 1, &left)) {
		*value = !left;
		return true;
	}
	if (at->kind == TD_N_BINARY && (at->op == TD_O_ALL || at->op == TD_O_ANY))
		return evaluate_logical(program, result, node, value);
	if (at->kind != TD_N_BINARY || at->op < TD_O_LT || at->op > TD_O_NE)
		return td_literal_of(program, node, value);
	if (!evaluate(program, result, node + 1, &left) || !evaluate(program, result, td_child(program, node, 1), &right))
		return false;
	*value = td_holds(left, at->op, right);
	return true;
}

/* The assignment or declaration around a call that keeps what it returns in a local variable; 0: there is none. */
static uint32_t keeper_of(const struct td_program *program, uint32_t call)
{
	for (uint32_t at = td_parent(program, call), part = call; at; part = at, at = td_parent(program, at)) {
		const struct td_node *node = td_node(program, at);

		if (node->kind == TD_N_DECLARE)
			return node->flags & TD_F_LOCAL ? at : 0;
		if (node->kind != TD_N_ASSIGN || node->op != TD_O_NONE || part == at + 1)
			return 0;
		if (td_node(program, at + 1)->kind == TD_N_REF && td_node(program, at + 1)->flags & TD_F_LOCAL)
			return at;
	}
	return 0;
}

static bool is_asked_by(const struct td_program *program, struct result *result, uint32_t keeper, uint32_t question)
{
	uint32_t condition = question + 1;

	result->variable = 0;
	if (td_is_inside(program, result->call, condition))
		return true;
	if (!keeper || !td_end_of_way(program, keeper, condition) || td_is_written_between(program, condition, keeper, condition))
		return false;
	result->variable = td_node(program, td_node(program, keeper)->kind == TD_N_DECLARE ? keeper : keeper + 1)->name;
	return true;
}

bool td_result_decides(const struct td_program *program, uint32_t call, int64_t returned, uint32_t question, bool *outcome)
{
	struct result result = { .call = call, .value = returned };
	int64_t value = 0;
	bool is_known = td_node(program, question)->kind == TD_N_IF &&
			is_asked_by(program, &result, keeper_of(program, call), question) &&
			evaluate(program, &result, question + 1, &value);

	*outcome = value != 0;
	return is_known;
}

struct returned {
	const struct td_program *program;
	uint32_t call;
	int64_t value;
};

static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct returned *self = data;
	bool outcome;

	if (!td_result_decides(self->program, self->call, self->value, statement, &outcome))
		return TD_EITHER_WAY;
	return outcome ? TD_IS_SO : TD_IS_NOT_SO;
}

bool td_result_leads_to(const struct td_program *program, uint32_t call, int64_t result, uint32_t site, uint32_t root)
{
	struct returned returned = { program, call, result };
	const struct td_foresight foresight = { foresee, &returned };

	return td_reaches_within(program, call, site, root, &foresight);
}

bool td_result_leaves(const struct td_program *program, uint32_t call, int64_t result, uint32_t loop)
{
	struct returned returned = { program, call, result };
	const struct td_foresight foresight = { foresee, &returned };

	return td_node(program, loop)->kind != TD_N_FUNCTION && td_leaves_knowing(program, call, loop, &foresight);
}

bool td_gives_up(const struct td_check *self, uint32_t call, const struct td_sites *sites)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	struct returned returned = { .program = program, .call = call };
	const struct td_foresight foresight = { foresee, &returned };
	bool any = false;

	for (size_t i = 0; count == 1 && i < sites->count; i++)
		if (td_node(program, sites->items[i])->function == called[0].node &&
		    !is_followed_by(program, sites->items[i], &returned.value, &any))
			return false;
	return any && td_leaves_knowing(program, call, self->loop.node, &foresight);
}
