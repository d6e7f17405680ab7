/* node = next_of_type(list, node, type): a function that takes its parameter on along a list, by links that its source shows, and returns
 * it.  From a NULL it may begin somewhere; who walks along a list does not hand it one. */
#include "check.h"

#include <stdlib.h>

/* The only function that the call may mean. */
static const struct td_function *called_by(const struct td_program *program, uint32_t call)
{
	struct td_callers called = td_called_at(program, call, true);
	const struct td_function *function = called.count == 1 ? &program->all.functions.items[called.items[0].site] : NULL;

	free(called.items);
	return function;
}

static uint32_t parameter_for(const struct td_program *program, const struct td_function *function, uint32_t call, uint32_t variable)
{
	uint32_t parameter = function->first + 1;

	for (unsigned i = 1; td_child(program, call, i); i++, parameter = td_node(program, parameter)->end) {
		if (td_node(program, parameter)->kind != TD_N_PARAMETER)
			return 0;
		if (td_node(program, td_child(program, call, i))->kind == TD_N_REF && td_node(program, td_child(program, call, i))->name == variable)
			return td_node(program, parameter)->name;
	}
	return 0;
}

/* if (node == NULL), if (!node) */
static bool asks_for_nothing(const struct td_program *program, uint32_t condition, uint32_t name)
{
	const struct td_node *at = td_node(program, condition), *right;

	if (td_node(program, condition + 1)->kind != TD_N_REF || td_node(program, condition + 1)->name != name)
		return false;
	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT)
		return true;
	right = td_node(program, td_child(program, condition, 1));
	return at->kind == TD_N_BINARY && at->op == TD_O_EQ && right->kind == TD_N_LITERAL && !right->value;
}

enum when { ALWAYS, FOR_NOTHING, SOMETIMES };

/* When a statement of the function is done, as far as the parameter decides. */
static enum when done_when(const struct td_program *program, uint32_t node, uint32_t name)
{
	enum when when = ALWAYS;

	for (uint32_t at = td_function_of(program, node)->first; at != node;) {
		uint32_t inner = td_child_with(program, at, node);
		enum td_node_kind kind = td_node(program, at)->kind;
		bool asks = kind == TD_N_IF && asks_for_nothing(program, at + 1, name);

		if (asks && inner == td_child(program, at, 1))
			return FOR_NOTHING;
		if (!asks && kind != TD_N_BLOCK && kind != TD_N_FUNCTION)
			when = SOMETIMES;
		at = inner;
	}
	return when;
}

/* The one place where the function returns, 0 if there are several, or if it returns something else than the parameter. */
static uint32_t return_of(const struct td_program *program, const struct td_function *function, uint32_t name)
{
	uint32_t found = 0;

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(program, i)->kind == TD_N_GOTO)
			return 0;
		if (td_node(program, i)->kind != TD_N_RETURN)
			continue;
		if (found || td_node(program, i + 1)->kind != TD_N_REF || td_node(program, i + 1)->name != name)
			return 0;
		found = i;
	}
	return found;
}

/* node = node->next */
static bool is_link(const struct td_program *program, const struct td_write *write)
{
	uint32_t value = write->value;

	return write->change == TD_CHANGE_SET && value && td_node(program, value)->kind == TD_N_FIELD &&
	       td_node(program, value + 1)->kind == TD_N_REF && td_node(program, value + 1)->name == write->name;
}

uint32_t td_link_of_call(const struct td_program *program, uint32_t call, uint32_t variable)
{
	const struct td_function *function = called_by(program, call);
	uint32_t name = function ? parameter_for(program, function, call, variable) : 0, link = 0;
	uint32_t last = name ? return_of(program, function, name) : 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);
	bool is_taken_on = false;

	for (size_t i = 0; i < count && last; i++) {
		enum when when = done_when(program, writes[i].node, name);

		if (writes[i].through || when == FOR_NOTHING)
			continue;
		if (!is_link(program, &writes[i]) || (link && td_node(program, link)->name != td_node(program, writes[i].value)->name))
			return 0;
		link = writes[i].value;
		is_taken_on |= when == ALWAYS;
	}
	return is_taken_on ? link : 0;
}
