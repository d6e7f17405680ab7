/* Elements of a list that stays as it is while the loop runs.
 *
 *   for (;;) { wait(); for (s = services; s; s = s->next) if (!s->is_running) { s->is_running = 1; start(s); } }
 *
 * The loop meets another object each time, but there are only so many of them, and each has its flag.  That needs a list that is
 * made before: nothing in the loop, and nothing that may run meanwhile, puts an element behind another or makes one the first.
 */
#include "check.h"

#include <stdlib.h>

/* element = element->next: next. */
static uint32_t link_of(const struct td_program *program, const struct td_write *write)
{
	const struct td_node *value = td_node(program, write->value);

	return write->change == TD_CHANGE_SET && write->value && value->kind == TD_N_FIELD &&
		       td_node(program, write->value + 1)->name == write->name ? value->name : 0;
}

static bool may_happen(const struct td_check *self, uint32_t node)
{
	return td_is_in_loop(self, node) || td_may_run_any_time(self, node);
}

/* To nothing, or to what stands behind an element that is taken out. */
static bool only_shortens(const struct td_program *program, const struct td_write *write)
{
	const struct td_node *value = td_node(program, write->value);

	return write->change == TD_CHANGE_SET && write->value &&
	       ((value->kind == TD_N_LITERAL && !value->value) || (value->kind == TD_N_FIELD && value->name == write->name));
}

static bool is_never_extended(const struct td_check *self, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (may_happen(self, writes[i].node) && !only_shortens(self->program, &writes[i]))
			return false;
	return true;
}

static bool is_never_set(const struct td_check *self, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (may_happen(self, writes[i].node))
			return false;
	return true;
}

/* Where the walk begins: a variable of the whole program, or a member of one, that is not set meanwhile. */
static bool is_fixed_beginning(struct td_check *self, uint32_t value, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t base;

	value = td_resolve(self, value, &scope);
	if (td_node(program, value)->kind == TD_N_LITERAL)
		return !td_node(program, value)->value;
	for (base = value; td_node(program, base)->kind == TD_N_FIELD;)
		base++;
	return td_node(program, base)->kind == TD_N_REF && td_node(program, base)->flags & TD_F_GLOBAL &&
	       (base == value || !(td_node(program, base)->flags & TD_F_POINTER)) && is_never_set(self, td_node(program, value)->name) &&
	       is_never_set(self, td_node(program, base)->name);
}

bool td_is_element(struct td_check *self, uint32_t object, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t node = td_resolve(self, object, &scope), link = 0, begins = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, node)->name, &count);

	if (td_node(program, node)->kind != TD_N_REF || !(td_node(program, node)->flags & TD_F_LOCAL))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint32_t next = link_of(program, &writes[i]);

		if (writes[i].through)
			continue;
		if (next && (!link || next == link))
			link = next;
		else if (!next && writes[i].change == TD_CHANGE_SET && writes[i].value && is_fixed_beginning(self, writes[i].value, scope))
			begins = writes[i].node;
		else
			return false;
	}
	return link && begins && is_never_extended(self, link);
}
