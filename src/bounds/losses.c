/* What was created is lost where the variable that it is known by is given another one before the first was waited for:
 *
 *   s = open_stream();
 *   if (is_old(s)) s = open_stream();
 *   close_stream(s);
 *
 * The wait is then for the second one, whatever the other files say about it.
 */
#include "joins.h"

/* s in s = open_stream() or struct stream *s = open_stream(); the first argument of pthread_create(&t, ...).  0: it is kept elsewhere. */
static uint32_t kept_in(const struct td_program *program, uint32_t site, bool is_creation)
{
	uint32_t outer = td_parent(program, site), first = td_child(program, site, 1);

	while (td_node(program, outer)->kind == TD_N_OTHER || td_node(program, outer)->kind == TD_N_BINARY)
		outer = td_parent(program, outer);
	if (is_creation && first && td_without_address(program, first) != first)
		return td_without_address(program, first);
	return td_node(program, outer)->kind == TD_N_DECLARE ? outer : td_node(program, outer)->kind == TD_N_ASSIGN ? outer + 1 : 0;
}

/* The same variable, or the same field of the same one.  What has an index may be another one each time. */
static bool is_same_place(const struct td_program *program, uint32_t a, uint32_t b)
{
	enum td_node_kind kind = td_node(program, a)->kind;

	if (kind == TD_N_DECLARE || kind == TD_N_REF)
		return td_node(program, b)->kind == TD_N_REF && td_node(program, a)->name == td_node(program, b)->name;
	return kind == TD_N_FIELD && td_node(program, b)->kind == TD_N_FIELD && td_node(program, a)->name == td_node(program, b)->name &&
	       is_same_place(program, a + 1, b + 1);
}

/* Another call that creates, and keeps that in the same place. */
static bool is_kept_over(const struct td_check *self, size_t level, uint32_t call)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[level], to = kept_in(program, site, !level), other;

	if (td_node(program, call)->kind != TD_N_CALL)
		return false;
	other = kept_in(program, call, !level);
	if (!to || !other || !is_same_place(program, to, other))
		return false;
	return level ? td_leads_to(program, call, td_node(program, self->sites[0])->function)
		     : td_node(program, call)->name && td_node(program, call)->name == td_node(program, site)->name;
}

bool td_is_lost(const struct td_joins *self, size_t level)
{
	const struct td_check *check = self->check;
	const struct td_program *program = check->program;
	uint32_t site = check->sites[level];
	const struct td_function *function = td_function_of(program, site);
	uint32_t first = level == check->level ? check->loop.first : function->first;
	uint32_t last = level == check->level ? check->loop.last : function->first + function->count;
	struct td_joins at_level = *self;
	const struct td_foresight foresight = { td_foresee_wait, &at_level };

	at_level.level = level;
	for (uint32_t i = first; i < last; i++)
		if (i != site && is_kept_over(check, level, i) && td_reaches_under(program, site, i, &foresight))
			return true;
	return false;
}
