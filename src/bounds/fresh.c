/* Variables that only ever have what was made for them.
 *
 *   static struct list *begins, *ends;       add(&begins, job): if (!*list) *list = list_make();
 *
 * If all that is ever put into a pointer is a new object, or nothing, then no two such pointers have the same one, and no other
 * variable of the kind has it either.  Functions that are given the pointer's address are looked into. */
#include "check.h"
#include "holders.h"

enum { DEEPEST = 6 };

static bool is_made(const struct td_program *program, uint32_t value, unsigned depth, unsigned copies);

/* What is done with the object where it is made: it is filled in, asked about, returned, but put nowhere; `copies` counts the latter. */
static bool stays_here(const struct td_program *program, uint32_t node, unsigned *copies)
{
	uint32_t parent = td_parent(program, node);
	const struct td_node *at = td_node(program, parent);

	*copies += at->kind == TD_N_ASSIGN && node != parent + 1;
	return at->kind == TD_N_FIELD || at->kind == TD_N_ASSIGN || at->kind == TD_N_RETURN || at->kind == TD_N_IF ||
	       (at->kind == TD_N_UNARY && (at->op == TD_O_DEREF || at->op == TD_O_NOT)) ||
	       (at->kind == TD_N_BINARY && (at->op == TD_O_EQ || at->op == TD_O_NE));
}

/* A local variable that has the new object and hands it on as often as is asked for: once, or by returning it. */
static bool is_made_local(const struct td_program *program, uint32_t name, unsigned depth, unsigned copies)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);
	const struct td_write *writes;
	unsigned copied = 0;

	for (size_t i = 0; i < count; i++)
		if (!stays_here(program, refs[i].node, &copied))
			return false;
	if (copied != copies)
		return false;
	writes = td_writes_of(program, name, &count);
	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && (writes[i].change != TD_CHANGE_SET || !writes[i].value || !is_made(program, writes[i].value, depth, 0)))
			return false;
	return count > 0;
}

static bool makes_result(const struct td_program *program, uint32_t call, unsigned depth)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_function *function = &program->all.functions.items[functions[i].node];

		for (uint32_t at = function->first; at < function->first + function->count; at++)
			if (td_node(program, at)->kind == TD_N_RETURN && !is_made(program, at + 1, depth, 0))
				return false;
	}
	return count > 0;
}

/* A new object, or nothing.  A local variable may have put it into so many others. */
static bool is_made(const struct td_program *program, uint32_t value, unsigned depth, unsigned copies)
{
	const struct td_node *at = td_node(program, value);

	if (!depth)
		return false;
	if (at->kind == TD_N_CALL)
		return td_makes_object(program, value) || makes_result(program, value, depth - 1);
	if (at->kind == TD_N_REF && at->flags & TD_F_LOCAL && !(at->flags & TD_F_PARAMETER))
		return is_made_local(program, at->name, depth - 1, copies);
	return at->kind == TD_N_LITERAL && !at->value && !(at->flags & TD_F_UNKNOWN);
}

static bool is_filled(const struct td_program *program, uint32_t call, uint32_t argument, unsigned depth);

/* What is done with the address: something is put there, it is asked about, or handed on. */
static bool is_used_well(const struct td_program *program, uint32_t node, unsigned depth)
{
	uint32_t parent = td_parent(program, node);
	const struct td_node *at = td_node(program, parent);

	if (at->kind == TD_N_CALL && node != parent + 1)
		return is_filled(program, parent, node, depth);
	return (at->kind == TD_N_UNARY && at->op == TD_O_DEREF) || (at->kind == TD_N_BINARY && (at->op == TD_O_EQ || at->op == TD_O_NE));
}

/* add(&list, job) puts a new list there, or nothing. */
static bool is_filled(const struct td_program *program, uint32_t call, uint32_t argument, unsigned depth)
{
	size_t count, uses, written;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count), *refs;
	const struct td_write *writes;
	unsigned number = 0;

	for (uint32_t before = td_child(program, call, 1); before && before < argument; before = td_node(program, before)->end)
		number++;
	for (size_t i = 0; i < count; i++) {
		uint32_t parameter = td_parameter_for(program, functions[i].node, number);

		if (!parameter || !depth)
			return false;
		writes = td_writes_of(program, parameter, &written);
		for (size_t j = 0; j < written; j++)
			if (!writes[j].through || writes[j].change != TD_CHANGE_SET || !is_made(program, writes[j].value, depth, 1))
				return false;
		refs = td_uses_of(&program->refs, parameter, &uses);
		for (size_t j = 0; j < uses; j++)
			if (!is_used_well(program, refs[j].node, depth - 1))
				return false;
	}
	return count > 0;
}

bool td_is_always_fresh(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_write *write = &writes[i];
		bool is_call = td_node(program, write->node)->kind == TD_N_CALL;

		if (write->through)
			continue;
		if (write->change == TD_CHANGE_SET ? !write->value || !is_made(program, write->value, DEEPEST, 1)
						   : !is_call || !write->value || !is_filled(program, write->node, write->value, DEEPEST))
			return false;
	}
	return count > 0;
}
