/* What the outcome of a creation says about the next round: a loop that goes on only when the creation has failed ends with the
 * first that succeeds; what is done in a new process does not come back to the loop of the old one. */
#include "check.h"

#include <stdlib.h>

bool td_returns_zero(const struct td_program *program, uint32_t site)
{
	static const char *const functions[] = { "pthread_create", "thrd_create",  "uv_thread_create",	"uv_thread_create_ex",
						 "posix_spawn",	   "posix_spawnp", "apr_thread_create", NULL };

	return td_is_one_of(td_text(program, td_node(program, site)->spelling), functions);
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

/* Whether what a successful creation returns compares like this. */
static bool holds_after_success(const struct td_program *program, uint32_t site, enum td_operator op, uint32_t right, bool *known)
{
	*known = (!right || is_negative(program, right) || td_node(program, right)->kind == TD_N_LITERAL) &&
		 td_returns_zero(program, site);
	return td_holds(0, op, number_of(program, right));
}

struct td_opinion td_pattern_outcome(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = comparison->scope;
	uint32_t node = comparison->left;
	bool known;

	while (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE)
		node = td_child(program, node, 1);
	if (td_node(program, node)->kind != TD_N_CALL)
		node = td_resolve(self, node, &scope);
	if (is_fork(program, node) && node != self->sites[0] && comparison->op == TD_O_EQ && !number_of(program, comparison->right))
		return (struct td_opinion){ TD_BOUNDED, "process",
					    td_strdup("it is done in a new process, which has its own limit") };
	if (node != self->sites[0])
		return (struct td_opinion){ 0 };
	if (holds_after_success(program, node, comparison->op, comparison->right, &known) || !known)
		return (struct td_opinion){ TD_UNBOUNDED, NULL, td_strdup("it asks whether the creation has failed") };
	return (struct td_opinion){ TD_BOUNDED, "outcome", td_strdup("the loop goes on only when the creation has failed") };
}
