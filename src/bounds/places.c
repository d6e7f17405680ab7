/* Whether two expressions mean the same place: a field, an element, what a pointer points to.
 *
 * They are followed from the place down to the variable that it begins with, until they differ.  Two pointers may still point to
 * the same thing; where it must be the same, nothing rests on that. */
#include "check.h"

static bool is_ever_given(const struct td_program *program, uint32_t to, uint32_t from)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, to)->name, &count);

	for (size_t i = 0; i < count; i++)
		if (writes[i].value && td_node(program, writes[i].value)->name == td_node(program, from)->name)
			return true;
	return false;
}

/* slots[0] and slots[1], slots[from] and slots[to], unless to = from. */
static bool are_other_indices(const struct td_program *program, uint32_t a, uint32_t b)
{
	const struct td_node *left = td_node(program, a), *right = td_node(program, b);

	if (left->kind == TD_N_LITERAL && right->kind == TD_N_LITERAL)
		return left->value != right->value;
	return left->kind == TD_N_REF && right->kind == TD_N_REF && left->name != right->name && !is_ever_given(program, a, b) &&
	       !is_ever_given(program, b, a);
}

bool td_are_apart(const struct td_program *program, uint32_t a, uint32_t b)
{
	for (;;) {
		const struct td_node *left = td_node(program, a), *right = td_node(program, b);
		bool is_path = left->kind == TD_N_FIELD || left->kind == TD_N_SUBSCRIPT || (left->kind == TD_N_UNARY && left->op == TD_O_DEREF);

		if (left->kind == TD_N_REF && right->kind == TD_N_REF)
			return left->name != right->name;
		if (left->kind != right->kind)
			return (left->kind == TD_N_FIELD || left->kind == TD_N_UNARY || left->kind == TD_N_REF) &&
			       (right->kind == TD_N_FIELD || right->kind == TD_N_REF || right->kind == TD_N_UNARY);
		if (!is_path || left->op != right->op)
			return false;
		if ((left->kind == TD_N_FIELD && left->name != right->name) ||
		    (left->kind == TD_N_SUBSCRIPT && are_other_indices(program, td_child(program, a, 1), td_child(program, b, 1))))
			return true;
		a++, b++;
	}
}

bool td_is_other_place(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *asked_scope)
{
	const struct td_program *program = self->program;
	const struct td_node *place = td_node(program, asked), *written = td_node(program, write + 1);
	const struct td_scope *scope = NULL;

	for (size_t level = 0; level <= self->level; level++)
		if (td_node(program, write)->function == self->scopes[level].function)
			scope = &self->scopes[level];
	if (!scope || td_node(program, write)->kind != TD_N_ASSIGN || place->kind != written->kind || place->op != written->op ||
	    td_node(program, write + 2)->kind == TD_N_NONE || td_node(program, asked + 1)->kind == TD_N_NONE)
		return false;
	if (place->kind == TD_N_SUBSCRIPT)
		return place->function == written->function && td_are_apart(program, asked, write + 1);
	if (place->kind != TD_N_FIELD && place->kind != TD_N_UNARY)
		return false;
	return td_are_apart(program, td_without_address(program, td_resolve(self, asked + 1, &asked_scope)),
			    td_without_address(program, td_resolve(self, write + 2, &scope)));
}
