/* An object that is made when it is first needed, and kept for good:
 *
 *   static scanner *the_scanner;
 *   void update() { if (!the_scanner) the_scanner = new scanner; the_scanner->start(); }
 *
 * Whatever the loop, or a thread, does to the variable is to give it a new object where it has none.  So it is the same object in all
 * rounds but the first; where others throw it away, that is not while the loop runs.
 */
#include "check.h"

#include <string.h>

static bool is_new(const struct td_program *program, uint32_t value)
{
	return value && td_node(program, value)->kind == TD_N_CALL &&
	       !strcmp(td_text(program, td_node(program, value)->spelling), "operator new");
}

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	return !node || (td_node(program, node)->kind == TD_N_LITERAL && !td_node(program, node)->value &&
			 !(td_node(program, node)->flags & TD_F_UNKNOWN));
}

/* One of the conditions says that the variable has nothing. */
static bool says_nothing(const struct td_program *program, const struct td_formula *formula, uint32_t write, uint32_t name)
{
	const struct td_comparison *comparison = &formula->comparison;

	for (size_t i = 0; i < formula->part_count && (formula->kind == TD_IS_ALL || formula->part_count == 1); i++)
		if (says_nothing(program, formula->parts[i], write, name))
			return true;
	return formula->kind == TD_IS_COMPARISON && comparison->op == TD_O_EQ && is_nothing(program, comparison->right) &&
	       td_node(program, comparison->left)->kind == TD_N_REF && td_node(program, comparison->left)->name == name &&
	       !td_is_entered_between(program, comparison->left, write);
}

static bool is_made_where_none_was(struct td_check *self, const struct td_write *write)
{
	const struct td_program *program = self->program;
	struct td_scope scope = { .function = td_node(program, write->node)->function };

	return write->change == TD_CHANGE_SET && td_node(program, write->node)->kind == TD_N_ASSIGN && is_new(program, write->value) &&
	       says_nothing(program, td_formula_around(self, td_function_of(program, write->node)->first, write->node, &scope), write->node,
			    write->name);
}

uint32_t td_made_once(struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	uint32_t made = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, at->name, &count);

	if (at->kind != TD_N_REF || !(at->flags & TD_F_GLOBAL) || !(at->flags & TD_F_POINTER))
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (writes[i].through || (!td_is_written_in_loop(self, &writes[i]) && !td_may_run_any_time(self, writes[i].node)))
			continue;
		if (!is_made_where_none_was(self, &writes[i]) ||
		    (made && td_node(program, made)->type != td_node(program, writes[i].value)->type))
			return 0;
		made = writes[i].value;
	}
	return made;
}
