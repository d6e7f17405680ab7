/* An element is taken out of a list by a macro or by hand, with a branch for each place it may have in the list:
 *
 *   if (job->next == NULL)                  if (job == first)
 *           last = job->prev;                       first = job->next;
 *   else                                    else
 *           job->next->prev = job->prev;            ...
 *
 * The element was fetched from the end that the loop asks about (job = last), so that the branch is taken which moves that end on:
 * what stands in the other is for elements in the middle. */
#include "check.h"

/* A variable that has the value of the end: the end itself, or job after job = last. */
static bool is_at_end(struct td_check *self, uint32_t node, uint32_t end, const struct td_scope *scope)
{
	uint32_t resolved = td_node(self->program, node)->kind == TD_N_REF ? td_resolve(self, node, &scope) : node;

	return td_node(self->program, end)->name && (td_node(self->program, node)->name == td_node(self->program, end)->name ||
						     td_node(self->program, resolved)->name == td_node(self->program, end)->name);
}

/* job == first. */
static bool asks_for_end(struct td_check *self, uint32_t condition, uint32_t end, const struct td_scope *scope)
{
	const struct td_node *at = td_node(self->program, condition);

	return at->kind == TD_N_BINARY && at->op == TD_O_EQ && is_at_end(self, condition + 1, end, scope) &&
	       is_at_end(self, td_child(self->program, condition, 1), end, scope);
}

/* job->next->prev = job->prev, where the end becomes job->prev; `neighbour` is job->next. */
static bool closes_gap(struct td_check *self, uint32_t node, uint32_t link, uint32_t neighbour)
{
	const struct td_program *program = self->program;
	uint32_t to = node + 1, value;

	if (td_node(program, node)->kind != TD_N_ASSIGN || td_node(program, to)->kind != TD_N_FIELD)
		return false;
	value = td_child(program, node, 1);
	return td_node(program, to)->name == td_node(program, link)->name && td_node(program, value)->name == td_node(program, link)->name &&
	       td_node(program, value)->kind == TD_N_FIELD && td_node(program, to + 1)->kind == TD_N_FIELD &&
	       td_node(program, to + 1)->name == td_node(program, neighbour)->name &&
	       td_node(program, to + 2)->name == td_node(program, value + 1)->name &&
	       td_node(program, to + 2)->name == td_node(program, link + 1)->name;
}

/* The field of the element that is asked about: job->next == NULL, !job->next, job->next. */
static uint32_t asked_neighbour(const struct td_program *program, uint32_t condition, uint32_t link)
{
	for (uint32_t i = condition; i < td_node(program, condition)->end; i++)
		if (td_node(program, i)->kind == TD_N_FIELD && td_node(program, i)->name != td_node(program, link)->name &&
		    td_node(program, i + 1)->name == td_node(program, link + 1)->name)
			return i;
	return 0;
}

/* The other branch is for elements in the middle. */
static bool is_for_middle(struct td_check *self, uint32_t condition, uint32_t branch, uint32_t link)
{
	uint32_t neighbour = asked_neighbour(self->program, condition, link);

	for (uint32_t i = branch; neighbour && branch && i < td_node(self->program, branch)->end; i++)
		if (closes_gap(self, i, link, neighbour))
			return true;
	return false;
}

bool td_takes_out_end(struct td_check *self, uint32_t write, uint32_t end, uint32_t link, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t branch = 0, inner;

	for (uint32_t at = td_function_of(program, write)->first; at != write; at = td_child_with(program, at, write))
		if (td_node(program, at)->kind == TD_N_IF)
			branch = at;
	if (!branch || !td_is_in_loop(self, branch) || !is_at_end(self, link + 1, end, scope) || !td_accompanies(self, branch))
		return false;
	inner = td_child_with(program, branch, write);
	if (inner == td_child(program, branch, 1))
		return asks_for_end(self, branch + 1, end, scope) ||
		       is_for_middle(self, branch + 1, td_child(program, branch, 2), link);
	return inner == td_child(program, branch, 2) && is_for_middle(self, branch + 1, td_child(program, branch, 1), link);
}
