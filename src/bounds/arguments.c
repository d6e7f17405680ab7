/* Variable arguments (pattern 2): a call has as many as its caller wrote, so that going along them comes to an end.
 *
 *   for (; test; test = va_arg(list, test_function *))        while ((name = va_arg(list, char *)))
 *
 * The parser leaves va_arg itself out: what remains is the list, given to a variable that is none. */
#include "check.h"

#include <string.h>

static bool is_list(const struct td_program *program, uint32_t node)
{
	return strstr(td_text(program, td_node(program, node)->type), "va_list") != NULL;
}

/* The list whose next argument the variable is given; 0: it is given something else. */
static uint32_t list_given(const struct td_program *program, const struct td_write *write, uint32_t variable)
{
	uint32_t value = write->change == TD_CHANGE_SET && !write->through ? write->value : 0;

	if (value && td_node(program, value)->kind == TD_N_OTHER && td_node(program, value)->end > value + 1)
		value++;
	return value && td_node(program, value)->kind == TD_N_REF && is_list(program, value) && !is_list(program, variable) ? value : 0;
}

/* va_start, va_copy, or the list of another function: it begins again.  Handing it on only takes more from it. */
static bool begins_again(const struct td_check *self, uint32_t name)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && writes[i].change == TD_CHANGE_SET && td_is_written_in_loop(self, &writes[i]))
			return true;
	for (uint32_t i = self->loop.first; i < self->loop.last; i++) {
		const char *called = td_node(program, i)->kind == TD_N_CALL ? td_text(program, td_node(program, i)->spelling) : "";

		if ((strstr(called, "va_start") || strstr(called, "va_copy")) && td_child(program, i, 1) &&
		    td_node(program, td_without_address(program, td_child(program, i, 1)))->name == name)
			return true;
	}
	return false;
}

/* All that the loop gives to the variable is the next argument, and it does so in each round that creates. */
static uint32_t list_of(struct td_check *self, uint32_t variable)
{
	const struct td_program *program = self->program;
	uint32_t list = 0;
	bool goes_along = false;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, variable)->name, &count);

	for (size_t i = 0; i < count; i++) {
		if (!td_is_written_in_loop(self, &writes[i]))
			continue;
		if (!(list = list_given(program, &writes[i], variable)))
			return 0;
		goes_along |= td_accompanies(self, writes[i].node);
	}
	return goes_along ? list : 0;
}

struct td_opinion td_pattern_arguments(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	uint32_t variable = comparison->left, list;

	if (td_node(program, variable)->kind == TD_N_ASSIGN && td_node(program, variable)->op == TD_O_NONE)
		variable++;
	if (comparison->op != TD_O_NE || comparison->scope != &self->scopes[self->level] || td_node(program, variable)->kind != TD_N_REF)
		return (struct td_opinion){ 0 };
	list = list_of(self, variable);
	if (!list)
		return (struct td_opinion){ 0 };
	if (begins_again(self, td_node(program, list)->name))
		return (struct td_opinion){ TD_UNBOUNDED, NULL, td_strdup("the arguments are begun again in the loop") };
	return (struct td_opinion){ TD_BOUNDED, "walk", td_strdup("it walks along the arguments of a call") };
}
