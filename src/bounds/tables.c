#include "tables.h"

#include "graph.h"
#include "paths.h"

#include <stddef.h>

/* f in f->close(stream), where f is a local variable; 0: it is no such call. */
static uint32_t table_of(const struct td_program *program, uint32_t call)
{
	const struct td_node *at = td_node(program, call), *table = at + 2;

	return at->kind == TD_N_CALL && !at->name && at[1].kind == TD_N_FIELD && table->kind == TD_N_REF && table->flags & TD_F_LOCAL &&
	       table->flags & TD_F_POINTER ? table->name : 0;
}

static void add(struct td_entries *entries, uint32_t variable, uint32_t field)
{
	for (size_t i = 0; i < entries->count; i++)
		if (entries->items[i].variable == variable && entries->items[i].field == field)
			return;
	if (entries->count == TD_MOST_ENTRIES)
		return;
	entries->items[entries->count].variable = variable;
	entries->items[entries->count++].field = field;
}

/* Between the one and the other the variable may become something else. */
static bool is_changed_between(const struct td_program *program, uint32_t variable, uint32_t from, uint32_t to)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, variable, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && td_reaches(program, from, writes[i].node) && td_reaches(program, writes[i].node, to))
			return true;
	return false;
}

struct calls {
	const struct td_program *program;
	uint32_t call, node;
};

/* The way ends where the call is done for certain, but for what stands in the same expression. */
static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct calls *self = data;
	uint32_t first = td_first_part(self->program, statement);

	return first && td_is_inside(self->program, self->call, first) && !td_is_inside(self->program, self->node, first) &&
	       td_is_always_done(self->program, first, self->call) ? TD_NO_FURTHER : TD_EITHER_WAY;
}

/* Every way to the node comes by the call. */
static bool is_dominated_by(const struct td_program *program, uint32_t call, uint32_t node)
{
	const struct calls calls = { program, call, node };
	const struct td_foresight foresight = { foresee, &calls };

	return !td_is_reached_under(program, node, &foresight);
}

struct td_entries td_entries_at(const struct td_program *program, const struct td_entries *known, uint32_t node)
{
	const struct td_function *in = td_function_of(program, node);
	struct td_entries entries = { 0 };
	size_t writes;

	for (size_t i = 0; known && i < known->count; i++) {
		td_writes_of(program, known->items[i].variable, &writes);
		if (!writes)
			add(&entries, known->items[i].variable, known->items[i].field);
	}
	for (uint32_t i = in->first; i < in->first + in->count; i++) {
		uint32_t table = table_of(program, i);

		if (table && i != node && is_dominated_by(program, i, node) && !is_changed_between(program, table, i, node))
			add(&entries, table, td_node(program, i + 1)->name);
	}
	return entries;
}

struct td_entries td_entries_handed(const struct td_program *program, const struct td_entries *at_call, uint32_t call, uint32_t function)
{
	const struct td_function *in = &program->all.functions.items[function];
	struct td_entries handed = { 0 };
	unsigned number = 0;

	for (uint32_t i = in->first + 1; i < in->first + in->count; i = td_node(program, i)->end) {
		uint32_t argument = td_node(program, i)->kind == TD_N_PARAMETER ? td_child(program, call, ++number) : 0;

		for (size_t j = 0; argument && td_node(program, argument)->kind == TD_N_REF && j < at_call->count; j++)
			if (at_call->items[j].variable == td_node(program, argument)->name)
				add(&handed, td_node(program, i)->name, at_call->items[j].field);
	}
	return handed;
}

static bool is_initial(const struct td_program *program, uint32_t node)
{
	return td_function_of(program, node)->flags & TD_FUNCTION_INITIAL;
}

/* A list of initial values in which the field is empty, or left out. */
static bool is_empty_in(const struct td_program *program, uint32_t list, uint32_t field)
{
	if (td_node(program, list)->kind != TD_N_OTHER)
		return false;
	for (uint32_t at = list + 1; at < td_node(program, list)->end; at = td_node(program, at)->end) {
		const struct td_node *value = td_node(program, td_child(program, at, 1));

		if (td_node(program, at)->kind == TD_N_ASSIGN && td_node(program, at + 1)->name == field)
			return value->kind == TD_N_LITERAL && !value->value;
		for (uint32_t i = at; i < td_node(program, at)->end && td_node(program, at)->kind != TD_N_ASSIGN; i++)
			if (td_node(program, i)->flags & TD_F_FUNCTION)
				return false; /* whose place is not known */
	}
	return true;
}

/* Only constants of the source fill the field. */
static bool is_only_initial(const struct td_program *program, uint32_t field)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);

	for (size_t i = 0; i < count; i++)
		if (!is_initial(program, writes[i].node))
			return false;
	return true;
}

/* All tables that have the function in the one field have nothing in the other. */
static bool is_never_beside(const struct td_program *program, uint32_t function, uint32_t field, uint32_t other)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		uint32_t value = td_without_address(program, writes[i].value);

		if (td_node(program, value)->kind == TD_N_LITERAL)
			continue;
		if (!is_initial(program, writes[i].node) || !(td_node(program, value)->flags & TD_F_FUNCTION))
			return false;
		if (td_node(program, value)->name != program->all.functions.items[function].name)
			continue;
		if (!is_empty_in(program, td_parent(program, writes[i].node), other))
			return false;
		any = true;
	}
	return any && is_only_initial(program, other);
}

bool td_may_be_entry(const struct td_program *program, const struct td_entries *at_call, uint32_t call, uint32_t function)
{
	uint32_t table = table_of(program, call);

	for (size_t i = 0; table && i < at_call->count; i++)
		if (at_call->items[i].variable == table &&
		    is_never_beside(program, function, td_node(program, call + 1)->name, at_call->items[i].field))
			return false;
	return true;
}
