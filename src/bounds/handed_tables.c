/* A table of flags that the loop's own function has, and hands to the functions that it calls.
 *
 *   bool is_taken[MOST]; while (wait()) start_one(is_taken);
 *
 * The one that asks knows the table by its parameter, and others may know it by theirs: what any of them does to an
 * element is done to the table.  Its names are found by following it from call to call.  Where it goes elsewhere, to a
 * function without source, into another variable or to a thread, what clears it is not known, and it does not count.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 16 };

struct names {
	uint32_t items[MOST_NAMES];
	size_t count;
};

static bool add_name(struct names *names, uint32_t name)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->items[i] == name)
			return true;
	if (!name || names->count == MOST_NAMES)
		return false;
	names->items[names->count++] = name;
	return true;
}

/* The parameter that the argument of a call becomes. */
static uint32_t parameter_of(const struct td_program *program, uint32_t call, uint32_t argument)
{
	size_t definitions;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &definitions);
	uint32_t parameter = definitions == 1 ? program->all.functions.items[functions[0].node].first + 1 : 0;

	for (uint32_t at = td_child(program, call, 1); parameter && at && at != argument; at = td_node(program, at)->end)
		parameter = td_node(program, parameter)->end;
	return parameter && td_node(program, parameter)->kind == TD_N_PARAMETER ? td_node(program, parameter)->name : 0;
}

static bool is_compared(const struct td_node *at)
{
	return at->kind == TD_N_BLOCK || at->kind == TD_N_IF || at->kind == TD_N_RETURN ||
	       (at->kind == TD_N_UNARY && at->op == TD_O_NOT) || (at->kind == TD_N_BINARY && at->op >= TD_O_LT && at->op <= TD_O_ANY);
}

/* What the expression with the table is used for: its elements, a question, or a function that knows it by another name. */
static bool follow_use(const struct td_program *program, uint32_t reference, struct names *names)
{
	uint32_t parent = td_parent(program, reference);
	const struct td_node *at = td_node(program, parent);

	if (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS) {
		reference = parent;
		parent = td_parent(program, parent);
		at = td_node(program, parent);
	}
	if (at->kind == TD_N_SUBSCRIPT || (at->kind == TD_N_UNARY && at->op == TD_O_DEREF))
		return reference == parent + 1;
	if (at->kind == TD_N_CALL)
		return add_name(names, parameter_of(program, parent, reference));
	return is_compared(at) || at->kind == TD_N_SIZEOF || (at->kind == TD_N_ASSIGN && reference == parent + 1);
}

/* What was done with it before the loop does not matter, unless another variable has it since. */
static bool is_copied(const struct td_program *program, uint32_t reference)
{
	uint32_t parent = td_parent(program, reference);
	enum td_node_kind kind = td_node(program, parent)->kind;

	return kind == TD_N_DECLARE || (kind == TD_N_ASSIGN && reference != parent + 1);
}

static bool follow(const struct td_check *self, struct names *names)
{
	for (size_t next = 0; next < names->count; next++) {
		size_t count;
		const struct td_use *refs = td_uses_of(&self->program->refs, names->items[next], &count);

		for (size_t i = 0; i < count; i++)
			if (td_is_in_loop(self, refs[i].node) ? !follow_use(self->program, refs[i].node, names)
							     : is_copied(self->program, refs[i].node))
				return false;
	}
	return true;
}

/* The variable of the loop's own function that was handed down; 0: it was something else. */
static uint32_t beginning_of(const struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	while (td_node(program, node)->flags & TD_F_PARAMETER && scope->caller) {
		int number = td_parameter_number(program, scope->function, td_node(program, node)->name);

		node = number < 0 ? 0 : td_argument(program, scope->call, (unsigned)number);
		if (!node)
			return 0;
		node = td_without_address(program, node);
		scope = scope->caller;
	}
	return td_node(program, node)->kind == TD_N_REF && scope == &self->scopes[self->level] ? node : 0;
}

static bool is_array(const struct td_program *program, uint32_t variable)
{
	return strchr(td_text(program, td_node(program, variable)->type), '[') != NULL;
}

/* An array is what it is; a pointer may be set to another table in the loop. */
static bool is_same_each_round(const struct td_check *self, uint32_t variable)
{
	const struct td_program *program = self->program;
	uint32_t name = td_node(program, variable)->name;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && !is_array(program, variable) && td_is_written_in_loop(self, &writes[i]))
			return false;
	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (td_node(program, i)->kind == TD_N_DECLARE && td_node(program, i)->name == name)
			return false;
	return true;
}

/* A call of the loop's own function from inside the loop has a table of its own. */
static bool is_of_this_call(const struct td_check *self, const struct td_write *write)
{
	return td_node(self->program, write->node)->function != self->scopes[self->level].function ||
	       (write->node >= self->loop.first && write->node < self->loop.last);
}

bool td_find_table(const struct td_check *self, uint32_t base, const struct td_scope *scope, struct td_writes *writes)
{
	uint32_t variable = beginning_of(self, base, scope);
	struct names names = { { variable ? td_node(self->program, variable)->name : 0 }, 1 };

	if (!variable || !is_same_each_round(self, variable) || !follow(self, &names))
		return false;
	for (size_t i = 0; i < names.count; i++) {
		size_t count;
		const struct td_write *found = td_writes_of(self->program, names.items[i], &count);

		for (size_t j = 0; j < count; j++)
			if (found[j].through && is_of_this_call(self, &found[j]))
				TD_PUSH(writes, found[j]);
	}
	return true;
}
