/* A loop that goes on only when the creation has failed: it ends with the first that succeeds. */
#include "check.h"

#include <stdlib.h>

bool td_returns_zero(const struct td_program *program, uint32_t site)
{
	static const char *const functions[] = { "pthread_create", "thrd_create", "uv_thread_create", "uv_thread_create_ex", "posix_spawn",
						 "posix_spawnp", "apr_thread_create", NULL };

	return td_is_one_of(td_text(program, td_node(program, site)->spelling), functions);
}

/* Whether what a successful creation returns compares like this. */
static bool holds_after_success(const struct td_program *program, uint32_t site, enum td_operator op, uint32_t right, bool *known)
{
	const struct td_node *limit = td_node(program, right);
	bool is_negative = right && limit->kind == TD_N_UNARY && limit->op == TD_O_NEG;
	int64_t value = !right ? 0 : is_negative ? -td_node(program, right + 1)->value : limit->value;

	*known = (!right || is_negative || limit->kind == TD_N_LITERAL) && td_returns_zero(program, site);
	return td_holds(0, op, value);
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
	if (node != self->sites[0])
		return (struct td_opinion){ 0 };
	if (holds_after_success(program, node, comparison->op, comparison->right, &known) || !known)
		return (struct td_opinion){ TD_UNBOUNDED, NULL, td_strdup("it asks whether the creation has failed") };
	return (struct td_opinion){ TD_BOUNDED, "outcome", td_strdup("the loop goes on only when the creation has failed") };
}
