/* Functions that stand for a field: is_active(worker) returns worker->active, set_active(worker, 1) writes it.
 *
 * Both may take a lock and look at their parameters; what counts is that the field is read, or written, in each call. */
#include "check.h"

/* It stands in the outermost block of its function, and no return comes before it. */
static bool is_always_done(const struct td_program *program, uint32_t node)
{
	const struct td_function *function = td_function_of(program, node);
	uint32_t block = td_parent(program, node);

	if (td_node(program, block)->kind != TD_N_BLOCK || td_parent(program, block) != function->first)
		return false;
	for (uint32_t i = function->first; i < node; i++)
		if (td_node(program, i)->kind == TD_N_RETURN || td_node(program, i)->kind == TD_N_GOTO)
			return false;
	return true;
}

static bool is_field_of_parameter(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_FIELD && td_node(program, node + 1)->kind == TD_N_REF &&
	       td_node(program, node + 1)->flags & TD_F_PARAMETER;
}

/* active = worker->active; return active. */
static uint32_t field_copied(const struct td_program *program, uint32_t local)
{
	uint32_t field = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, local)->name, &count);

	if (td_node(program, local)->kind != TD_N_REF || !(td_node(program, local)->flags & TD_F_LOCAL))
		return 0;
	for (size_t i = 0; i < count; i++) {
		bool begins = td_node(program, writes[i].node)->kind == TD_N_DECLARE &&
			      td_node(program, writes[i].value)->kind == TD_N_LITERAL;

		if (begins)
			continue;
		if (field || writes[i].change != TD_CHANGE_SET || !writes[i].value || !is_field_of_parameter(program, writes[i].value) ||
		    !is_always_done(program, writes[i].node))
			return 0;
		field = writes[i].value;
	}
	return field;
}

uint32_t td_field_asked(const struct td_program *program, uint32_t node)
{
	size_t count;
	const struct td_use *functions;
	const struct td_function *function;
	uint32_t field = 0;

	if (td_node(program, node)->kind == TD_N_FIELD)
		return td_node(program, node)->name;
	functions = td_uses_of(&program->functions, td_node(program, node)->name, &count);
	if (td_node(program, node)->kind != TD_N_CALL || count != 1)
		return 0;
	function = &program->all.functions.items[functions[0].node];
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		uint32_t value = i + 1;

		if (td_node(program, i)->kind != TD_N_RETURN)
			continue;
		value = is_field_of_parameter(program, value) ? value : field_copied(program, value);
		if (field || !value)
			return 0;
		field = td_node(program, value)->name;
	}
	return field;
}

int td_parameter_set(const struct td_program *program, const struct td_write *write)
{
	const struct td_function *function = td_function_of(program, write->node);
	const struct td_node *value = td_node(program, write->value);
	size_t count, pointed;

	td_uses_of(&program->functions, function->name, &count);
	td_uses_of(&program->pointed, function->name, &pointed);
	if (write->change != TD_CHANGE_SET || !write->value || value->kind != TD_N_REF || !(value->flags & TD_F_PARAMETER) ||
	    td_node(program, write->node)->kind != TD_N_ASSIGN || !is_field_of_parameter(program, write->node + 1) || count != 1 ||
	    pointed || !is_always_done(program, write->node))
		return -1;
	return td_parameter_number(program, td_node(program, write->node)->function, value->name);
}
