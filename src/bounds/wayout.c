/* What is done only on the way out of a loop: by the loop's own function before it leaves the loop, or by functions that it calls
 * there.  Where a function is called by name, it does not count that some pointer may mean it too.
 *
 * A loop whose function may be called again inside the loop is another matter, because the inner one leaves and the outer one goes
 * on, unless it is guarded:
 *
 *   state->is_inside = 1;
 *   while (...) {
 *           ... if (!state->is_inside) run(state); ...
 *           ... state->is_inside = 0; return; ...
 *   }
 */
#include "check.h"

#include "paths.h"

/* All functions that come to call it by name, but not by way of the loop's own. */
static void find_callers(const struct td_check *self, uint32_t function, struct td_set *callers)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[function].name, &count);

	if (function == self->scopes[self->level].function || !td_set_add(callers, function))
		return;
	for (size_t i = 0; i < count; i++)
		find_callers(self, td_node(program, calls[i].node)->function, callers);
}

static bool calls_one_of(const struct td_program *program, uint32_t call, const struct td_set *functions)
{
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	for (size_t i = 0; i < count && td_node(program, call)->kind == TD_N_CALL; i++)
		if (td_set_has(functions, called[i].node))
			return true;
	return false;
}

static bool is_done_leaving(const struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	struct td_set callers;
	bool any = false, all = true;

	td_set_make(&callers, program);
	find_callers(self, td_node(program, node)->function, &callers);
	for (uint32_t i = self->loop.first; i < self->loop.last && all; i++) {
		if (i != node && !calls_one_of(program, i, &callers))
			continue;
		any = true;
		all = td_leaves_after(program, i, self->loop.node);
	}
	td_set_free(&callers);
	return any && all;
}

static bool sets_nothing(const struct td_program *program, const struct td_write *write)
{
	return write->change != TD_CHANGE_SET || !write->value || td_node(program, write->value)->kind != TD_N_LITERAL ||
	       td_node(program, write->value)->flags & TD_F_UNKNOWN || !td_node(program, write->value)->value;
}

/* Set before the loop, and set back only where the loop is left. */
static bool is_guard(struct td_check *self, uint32_t name)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[self->level];
	bool is_set = false;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t node = writes[i].node;
		bool is_inside = node >= self->loop.first && node < self->loop.last;

		if (td_node(program, node)->function == scope->function && !is_inside)
			is_set |= node < self->loop.first && !sets_nothing(program, &writes[i]) &&
				  !td_formula_around(self, td_function_of(program, node)->first, node, scope)->part_count;
		else if (td_is_in_loop(self, node) && sets_nothing(program, &writes[i]) && !is_done_leaving(self, node))
			return false;
	}
	return is_set;
}

/* if (!state->is_inside) run(state) */
static bool is_guarded(struct td_check *self, uint32_t call)
{
	const struct td_program *program = self->program;
	struct td_scope scope = { .function = td_node(program, call)->function };
	const struct td_formula *around = td_formula_around(self, td_function_of(program, call)->first, call, &scope);
	bool through;

	for (size_t i = 0; i < around->part_count; i++) {
		const struct td_comparison *asked = &around->parts[i]->comparison;
		uint32_t name = around->parts[i]->kind == TD_IS_COMPARISON ? td_target(program, asked->left, &through) : 0;

		if (name && asked->op == TD_O_EQ && !asked->right && is_guard(self, name))
			return true;
	}
	return false;
}

/* The loop's function is called by name, inside the loop. */
static bool is_entered_again(struct td_check *self)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *calls =
		td_uses_of(&program->calls, program->all.functions.items[self->scopes[self->level].function].name, &count);
	struct td_set callers;
	bool again = false;

	for (size_t i = 0; i < count && !again; i++) {
		uint32_t function = td_node(program, calls[i].node)->function;
		bool is_reached = function == self->scopes[self->level].function && td_is_in_loop(self, calls[i].node);

		td_set_make(&callers, program);
		find_callers(self, function, &callers);
		for (uint32_t node = self->loop.first; node < self->loop.last && !is_reached; node++)
			is_reached = calls_one_of(program, node, &callers);
		td_set_free(&callers);
		again = is_reached && !is_guarded(self, calls[i].node);
	}
	return again;
}

/* Before or behind the loop: only another call of its function comes there. */
static bool is_beside(const struct td_check *self, uint32_t node)
{
	return td_node(self->program, node)->function == self->scopes[self->level].function &&
	       (node < self->loop.first || node >= self->loop.last);
}

bool td_is_on_way_out(struct td_check *self, uint32_t node)
{
	return self->loop.kind == TD_LOOP_STATEMENT && (is_beside(self, node) || is_done_leaving(self, node)) && !is_entered_again(self);
}
