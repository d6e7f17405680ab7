/* What the outcome of a creation says about the next round: a loop that goes on only when the creation has failed ends with the
 * first that succeeds; what is done in a new process does not come back to the loop of the old one. */
#include "check.h"

#include <stdlib.h>

bool td_returns_zero(const struct td_program *program, uint32_t site)
{
	static const char *const functions[] = { "pthread_create", "thrd_create",  "uv_thread_create",	"uv_thread_create_ex",
						 "posix_spawn",	   "posix_spawnp", "apr_thread_create", NULL };

	const char *by_pointer = td_thread_function(program, site);

	return td_is_one_of(by_pointer ? by_pointer : td_text(program, td_node(program, site)->spelling), functions);
}

/* failed = pthread_create(...), if it is asked before whether it has failed, or not been tried yet. */
bool td_keeps_outcome(const struct td_program *program, const struct td_write *write)
{
	if (write->change != TD_CHANGE_SET || !write->value || !td_starts_thread(program, write->value) ||
	    !td_returns_zero(program, write->value))
		return false;
	for (uint32_t at = write->node; at; at = td_parent(program, at)) {
		if (td_node(program, at)->kind != TD_N_IF)
			continue;
		for (uint32_t i = at + 1; i < td_node(program, at + 1)->end; i++)
			if (td_node(program, i)->name == write->name)
				return true;
	}
	return false;
}

static bool is_negative(const struct td_program *program, uint32_t node)
{
	return node && td_node(program, node)->kind == TD_N_UNARY && td_node(program, node)->op == TD_O_NEG;
}

static int64_t number_of(const struct td_program *program, uint32_t node)
{
	return !node ? 0 : is_negative(program, node) ? -td_node(program, node + 1)->value : td_node(program, node)->value;
}

static bool is_fork(const struct td_program *program, uint32_t node)
{
	static const char *const functions[] = { "fork", "vfork", NULL };

	return td_node(program, node)->kind == TD_N_CALL &&
	       td_is_one_of(td_text(program, td_node(program, node)->spelling), functions);
}

/* Whether what the call returns that has come to create compares like this. */
static bool holds_after_success(const struct td_check *self, size_t level, enum td_operator op, uint32_t right, bool *known)
{
	const struct td_program *program = self->program;
	int64_t value;

	*known = (!right || is_negative(program, right) || td_node(program, right)->kind == TD_N_LITERAL) &&
		 td_value_of_success(self, level, &value);
	return *known && td_holds(value, op, number_of(program, right));
}

/* result = start(), and nothing else is assigned to it in the loop. */
static uint32_t assigned_in_loop(struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t found = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, node)->name, &count);

	if (td_node(program, node)->kind != TD_N_REF || !(td_node(program, node)->flags & TD_F_LOCAL))
		return node;
	for (size_t i = 0; i < count; i++) {
		if (!td_is_written_in_loop(self, &writes[i]))
			continue;
		if (found || writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value)
			return node;
		found = writes[i].value;
	}
	return found ? found : node;
}

static size_t level_of(const struct td_check *self, uint32_t site)
{
	size_t level = 0;

	while (level <= self->level && self->sites[level] != site)
		level++;
	return level;
}

struct td_opinion td_pattern_outcome(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = comparison->scope;
	uint32_t node = comparison->left;
	size_t level;
	bool known;

	while (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE)
		node = td_child(program, node, 1);
	if (td_node(program, node)->kind != TD_N_CALL)
		node = assigned_in_loop(self, td_resolve(self, node, &scope));
	if (is_fork(program, node) && node != self->sites[0] && comparison->op == TD_O_EQ && !number_of(program, comparison->right))
		return (struct td_opinion){ TD_BOUNDED, "process",
					    td_strdup("it is done in a new process, which has its own limit") };
	level = level_of(self, node);
	if (level > self->level)
		return (struct td_opinion){ 0 };
	if (holds_after_success(self, level, comparison->op, comparison->right, &known) || !known)
		return (struct td_opinion){ TD_UNBOUNDED, NULL,
					    level ? NULL : td_strdup("it asks whether the creation has failed") };
	return (struct td_opinion){ TD_BOUNDED, "outcome", td_strdup("the loop goes on only when the creation has failed") };
}
