/* The thread is not alive any more, as the system has said when it was asked:
 *
 *   if (active && pthread_kill(thread, 0) != 0)
 *           active = false;
 *
 * The signal 0 is never sent; what counts is whether there is a thread to send it to.
 */
#include "check.h"

#include <string.h>

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	return !node || (td_node(program, node)->kind == TD_N_LITERAL && !td_node(program, node)->value &&
			 !(td_node(program, node)->flags & TD_F_UNKNOWN));
}

/* pthread_kill(thread, 0), err = pthread_kill(thread, 0); the call, or 0. */
static uint32_t asks_for_life(const struct td_program *program, uint32_t node)
{
	uint32_t signal;

	if (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE)
		node = td_child(program, node, 1);
	if (td_node(program, node)->kind != TD_N_CALL || strcmp(td_text(program, td_node(program, node)->spelling), "pthread_kill"))
		return 0;
	signal = td_child(program, node, 2);
	return signal && is_nothing(program, signal) ? node : 0;
}

/* The thread and what is written are members of the same object. */
static bool are_of_one(const struct td_program *program, uint32_t thread, uint32_t written)
{
	return td_node(program, thread)->kind == TD_N_FIELD && td_node(program, written)->kind == TD_N_FIELD &&
	       td_node(program, thread + 1)->kind == td_node(program, written + 1)->kind &&
	       td_node(program, thread + 1)->end == thread + 2 && td_node(program, written + 1)->end == written + 2 &&
	       td_node(program, thread + 1)->name == td_node(program, written + 1)->name;
}

/* One of the conditions of the write says it. */
static bool says_gone(struct td_check *self, const struct td_formula *formula, uint32_t write, uint32_t handle)
{
	const struct td_program *program = self->program;
	const struct td_comparison *comparison = &formula->comparison;
	uint32_t call = formula->kind == TD_IS_COMPARISON ? asks_for_life(program, comparison->left) : 0;
	uint32_t thread = call ? td_child(program, call, 1) : 0;
	bool through;

	for (size_t i = 0; i < formula->part_count && (formula->kind == TD_IS_ALL || formula->part_count == 1); i++)
		if (says_gone(self, formula->parts[i], write, handle))
			return true;
	return thread && comparison->op == TD_O_NE && is_nothing(program, comparison->right) &&
	       td_target(program, thread, &through) == handle && are_of_one(program, thread, write + 1) &&
	       !td_is_entered_between(program, call, write) && !td_creates_between(self, call, write);
}

bool td_thread_is_known_gone(struct td_check *self, uint32_t write)
{
	const struct td_program *program = self->program;
	struct td_scope scope = { .function = td_node(program, write)->function };
	uint32_t handle = td_handle_of(self);

	return handle && td_node(program, write)->kind == TD_N_ASSIGN &&
	       says_gone(self, td_formula_around(self, td_function_of(program, write)->first, write, &scope), write, handle);
}
