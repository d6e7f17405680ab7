/* What is handed over by reference: void forget(worker *&w) { w = NULL; } sets the variable that it is called with back.
 *
 * Such a call changes its argument, in a way that is not known, if the function writes to that parameter, or hands it
 * on to one that does.
 */
#include "program.h"

#include "base/base.h"

static bool is_written(const struct td_program *self, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through)
			return true;
	return false;
}

static bool is_noted(const struct td_program *self, uint32_t name, uint32_t node)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self, name, &count);

	for (size_t i = 0; i < count; i++)
		if (writes[i].node == node)
			return true;
	return false;
}

static void note_call(const struct td_program *self, uint32_t call, const struct td_function *function, struct td_writes *found)
{
	uint32_t argument = td_child(self, call, 1);

	for (uint32_t i = function->first + 1; argument && i < function->first + function->count; i = td_node(self, i)->end) {
		bool through;
		uint32_t name;

		if (td_node(self, i)->kind != TD_N_PARAMETER)
			continue;
		name = td_target(self, argument, &through);
		if (name && td_node(self, i)->flags & TD_F_REFERENCE && is_written(self, td_node(self, i)->name) && !is_noted(self, name, call))
			TD_PUSH(found, ((struct td_write){ name, call, argument, TD_CHANGE_UNKNOWN, through }));
		argument = td_node(self, argument)->end < td_node(self, call)->end ? td_node(self, argument)->end : 0;
	}
}

void td_references_find(const struct td_program *self, struct td_writes *found)
{
	for (size_t i = 0; i < self->calls.count; i++) {
		size_t count;
		const struct td_use *functions = td_uses_of(&self->functions, self->calls.items[i].name, &count);

		for (size_t j = 0; j < count; j++)
			note_call(self, self->calls.items[i].node, &self->all.functions.items[functions[j].node], found);
	}
}
