/* What is done only on the way out of a loop: by the loop's own function before it leaves the loop, or by functions that it calls
 * there, or by functions that give up (failures.c).  For flags it does not count that some pointer may mean a function too that is called
 * by name.
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

#include <stdlib.h>

/* All calls that come to call the function, but not by way of the loop's own: by name, or all that the loop comes to. */
static void find_calls(const struct td_check *self, uint32_t function, bool by_name, struct td_set *seen, struct td_sites *sites)
{
	const struct td_program *program = self->program;
	struct td_callers callers = { 0 };
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[function].name, &count);

	if (function == self->scopes[self->level].function || !td_set_add(seen, function))
		return;
	if (!by_name)
		callers = td_callers_of(program, function);
	for (size_t i = 0; i < (by_name ? count : callers.count); i++) {
		uint32_t site = by_name ? calls[i].node : callers.items[i].site;

		if (!by_name && !td_is_in_loop(self, site))
			continue;
		TD_PUSH(sites, site);
		find_calls(self, td_node(program, site)->function, by_name, seen, sites);
	}
	free(callers.items);
}

static struct td_sites calls_of(const struct td_check *self, uint32_t function, bool by_name)
{
	struct td_sites sites = { 0 };
	struct td_set seen;

	td_set_make(&seen, self->program);
	find_calls(self, function, by_name, &seen, &sites);
	td_set_free(&seen);
	return sites;
}

static bool is_done_leaving(const struct td_check *self, uint32_t node, bool by_name)
{
	const struct td_program *program = self->program;
	struct td_sites sites = calls_of(self, td_node(program, node)->function, by_name);
	bool any = false, all = true;

	TD_PUSH(&sites, node);
	for (size_t i = 0; i < sites.count && all; i++) {
		uint32_t site = sites.items[i];

		if (site < self->loop.first || site >= self->loop.last)
			continue;
		any = true;
		all = td_never_returns(program, site) || td_leaves_after(program, site, self->loop.node) ||
		      td_gives_up(self, site, &sites);
	}
	free(sites.items);
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
		else if (td_is_in_loop(self, node) && sets_nothing(program, &writes[i]) && !is_done_leaving(self, node, true))
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
	bool again = false;

	for (size_t i = 0; i < count && !again; i++) {
		uint32_t function = td_node(program, calls[i].node)->function;
		bool is_reached = function == self->scopes[self->level].function && td_is_in_loop(self, calls[i].node);

		struct td_sites sites = calls_of(self, function, true);

		for (size_t j = 0; j < sites.count; j++)
			is_reached |= sites.items[j] >= self->loop.first && sites.items[j] < self->loop.last;
		free(sites.items);
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

static bool is_out(struct td_check *self, uint32_t node, bool by_name)
{
	return self->loop.kind == TD_LOOP_STATEMENT && (is_beside(self, node) || is_done_leaving(self, node, by_name)) &&
	       !is_entered_again(self);
}

bool td_is_on_way_out(struct td_check *self, uint32_t node)
{
	return is_out(self, node, true);
}

bool td_is_only_on_way_out(struct td_check *self, uint32_t node)
{
	return is_out(self, node, false);
}
