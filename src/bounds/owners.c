/* Whether a field of a list is given something of the list's own.
 *
 *   entry->next = NULL; list->last->next = entry; list->last = entry;       linked to the list in the same function
 *   for (before = list->first; before->next != entry; before = before->next) ...
 *   list->last = before;                                                    taken from the list
 *   if (list->first == entry) list->first = entry->next;                    looked for in the list
 *
 * Then code that comes to it by that field comes to an element of the same list, and to nothing that another list has:
 * an element is in one list by the same link at a time.
 */
#include "holders.h"

uint32_t td_only_pointer(const struct td_program *program, uint32_t node, bool *several)
{
	uint32_t name = 0;

	*several = false;
	for (uint32_t i = node; i < td_node(program, node)->end; i++) {
		const struct td_node *at = td_node(program, i);

		if (at->kind != TD_N_REF || at->flags & TD_F_FUNCTION ||
		    (!(at->flags & TD_F_POINTER) && (i == node || td_node(program, i - 1)->kind != TD_N_FIELD)))
			continue;
		*several |= name && name != at->name;
		name = at->name;
	}
	return *several ? 0 : name;
}

uint32_t td_base_variable(const struct td_program *program, uint32_t node)
{
	while (td_node(program, node)->kind == TD_N_FIELD)
		node++;
	return td_node(program, node)->kind == TD_N_REF ? td_node(program, node)->name : 0;
}

/* list->first = job, besides what is written to this field, or job->next = list->first, somewhere in the function. */
static bool is_linked_to(const struct td_program *program, const struct td_function *function, uint32_t job, uint32_t list, uint32_t field)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		uint32_t value, base;

		if (td_node(program, i)->kind != TD_N_ASSIGN || td_node(program, i + 1)->kind != TD_N_FIELD)
			continue;
		value = td_child(program, i, 1);
		base = td_base_variable(program, i + 1);
		if (base == list && td_node(program, i + 1)->name != field && td_node(program, value)->kind == TD_N_REF &&
		    td_node(program, value)->name == job)
			return true;
		if (base == job && td_node(program, value)->kind == TD_N_FIELD && td_base_variable(program, value) == list)
			return true;
	}
	return false;
}

/* list->first == job somewhere in the function. */
static bool is_looked_for(const struct td_program *program, const struct td_function *function, uint32_t job, uint32_t list)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		const struct td_node *at = td_node(program, i), *right;

		if (at->kind != TD_N_BINARY || (at->op != TD_O_EQ && at->op != TD_O_NE) || at[1].kind != TD_N_FIELD)
			continue;
		right = td_node(program, td_child(program, i, 1));
		if (td_base_variable(program, i + 1) == list && right->kind == TD_N_REF && right->name == job)
			return true;
	}
	return false;
}

/* job->next is written: it is made an element, and is in one list by that link at a time. */
static bool is_made_element(const struct td_program *program, const struct td_function *function, uint32_t job)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		const struct td_node *at = td_node(program, i), *field = at + 1, *object = at + 2;

		if (at->kind == TD_N_ASSIGN && field->kind == TD_N_FIELD && object->kind == TD_N_REF && object->name == job &&
		    object->flags & TD_F_LOCAL && field->type && field->type == object->type)
			return true;
	}
	return false;
}

/* job = list->first; job = job->next; and nothing else. */
static bool is_taken_from(const struct td_program *program, uint32_t job, uint32_t list)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, job, &count);
	bool any = false, several;

	for (size_t i = 0; i < count; i++) {
		uint32_t from = writes[i].change == TD_CHANGE_SET && !writes[i].through && writes[i].value
					? td_only_pointer(program, writes[i].value, &several) : 0;

		if (!from || (from != list && from != job))
			return false;
		any |= from == list;
	}
	return any;
}

bool td_is_own(const struct td_program *program, uint32_t owner, uint32_t value, uint32_t field)
{
	bool several, is_fetched = td_node(program, value)->kind == TD_N_FIELD;
	uint32_t from = td_only_pointer(program, value, &several);
	const struct td_function *function = td_function_of(program, value);

	if (several || !owner)
		return false;
	if (!from)
		return td_node(program, value)->kind == TD_N_LITERAL || td_makes_object(program, value);
	return from == owner || is_taken_from(program, from, owner) || is_taken_from(program, owner, from) ||
	       (is_fetched && is_looked_for(program, function, from, owner)) ||
	       (is_made_element(program, function, from) && is_linked_to(program, function, from, owner, field)) ||
	       (is_made_element(program, function, owner) && is_linked_to(program, function, owner, from, 0));
}
