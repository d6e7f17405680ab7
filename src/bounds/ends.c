/* Lists that are known by pointers to their ends: which list an element is linked into.
 *
 *   while ((job = server->last_new)) {
 *           DLL_remove(server->first_new, server->last_new, job);
 *           DLL_insert(server->first_busy, server->last_busy, job);        server->first_busy->prev = job
 *   }
 *
 * What hangs on first_busy hangs on another list than last_new does, if the two are never given the same element in one
 * function (then they would be both ends of one list), neither is given the other or what was fetched from it, their
 * addresses are not taken, and the loop puts nothing into first_busy that the walk has not taken out before.  An end
 * that is copied and then cleared belongs to another list from then on. */
#include "check.h"

#include <string.h>

enum { MOST_CALLERS = 6 };

/* A walk along a list. */
struct walk {
	uint32_t variable;  /* names: the end that moves on */
	uint32_t taken;     /* the element that was taken out; 0 if there is no variable of its own for it */
	uint32_t link;      /* its link, where the end moves on */
};

static bool is_end(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->flags & TD_F_POINTER && (at->kind == TD_N_FIELD || (at->kind == TD_N_REF && at->flags & TD_F_GLOBAL));
}

static bool is_variable(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_REF && td_node(program, node)->flags & TD_F_LOCAL;
}

/* last = job; first = job: a list of one. */
static bool are_given_same(const struct td_program *program, const struct td_write *a, const struct td_write *b)
{
	return a->value && b->value && is_variable(program, a->value) && is_variable(program, b->value) &&
	       td_node(program, a->value)->name == td_node(program, b->value)->name;
}

/* Other code may put something there. */
static bool has_address_taken(const struct td_program *program, uint32_t end)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, end, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_node *parent = td_node(program, td_parent(program, refs[i].node));

		if (parent->kind == TD_N_UNARY && parent->op == TD_O_ADDRESS)
			return true;
	}
	return false;
}

static bool is_new(const struct td_program *program, uint32_t node, unsigned calls);

static bool has_only_new(const struct td_program *program, uint32_t local, unsigned calls)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, local)->name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && (!writes[i].value || !is_new(program, writes[i].value, calls)))
			return false;
	return count > 0 && !(td_node(program, local)->flags & TD_F_PARAMETER);
}

/* All that the functions of this name return is new. */
static bool returns_new(const struct td_program *program, uint32_t call, unsigned calls)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_function *in = &program->all.functions.items[functions[i].node];

		for (uint32_t at = in->first; at < in->first + in->count; at++)
			if (td_node(program, at)->kind == TD_N_RETURN && !is_new(program, at + 1, calls))
				return false;
	}
	return count > 0;
}

/* Nothing, or what has been made just now. */
static bool is_new(const struct td_program *program, uint32_t node, unsigned calls)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_LITERAL)
		return true;
	if (at->kind == TD_N_CALL)
		return strstr(td_text(program, at->spelling), "alloc") || (calls && returns_new(program, node, calls - 1));
	return calls && is_variable(program, node) && has_only_new(program, node, calls - 1);
}

/* A local variable that was fetched from the end, or by a function from who knows where; but not the one that is taken out. */
static bool is_fetched(const struct td_program *program, const struct walk *walk, uint32_t node, uint32_t end)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, node)->name, &count);

	if (!is_variable(program, node) || td_node(program, node)->name == walk->taken)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct td_node *value = td_node(program, writes[i].value);

		if (!writes[i].through && (value->kind == TD_N_CALL ? !is_new(program, writes[i].value, MOST_CALLERS)
								   : is_end(program, writes[i].value) && value->name == end))
			return true;
	}
	return false;
}

static bool is_given(const struct td_program *program, const struct walk *walk, const struct td_write *write, uint32_t end)
{
	if (!write->value || td_node(program, write->value)->kind == TD_N_CALL)
		return !write->value || !is_new(program, write->value, MOST_CALLERS);
	return (is_end(program, write->value) && td_node(program, write->value)->name == end) ||
	       is_fetched(program, walk, write->value, end);
}

static bool are_of_one_list(const struct td_program *program, const struct walk *walk, uint32_t end, uint32_t other)
{
	size_t count, others;
	const struct td_write *writes = td_writes_of(program, end, &count), *with = td_writes_of(program, other, &others);

	if (end == other || has_address_taken(program, end) || has_address_taken(program, other))
		return true;
	for (size_t j = 0; j < others; j++)
		if (is_given(program, walk, &with[j], end))
			return true;
	for (size_t i = 0; i < count; i++) {
		if (is_given(program, walk, &writes[i], other))
			return true;
		for (size_t j = 0; j < others; j++)
			if (are_given_same(program, &writes[i], &with[j]))
				return true;
	}
	return false;
}

static bool may_be_walked(struct td_check *self, const struct walk *walk, uint32_t node, unsigned callers);

static bool is_given_walked(struct td_check *self, const struct walk *walk, uint32_t parameter, unsigned callers)
{
	const struct td_program *program = self->program;
	struct td_givers givers = td_givers_of(program, td_node(program, parameter)->function, td_node(program, parameter)->name);

	if (givers.number < 0 || !callers)
		return true;
	for (size_t i = 0; i < givers.count; i++) {
		uint32_t call = givers.calls[i].node, argument = td_argument(program, call, (unsigned)givers.number);

		if (td_is_in_loop(self, call) && (!argument || may_be_walked(self, walk, argument, callers - 1)))
			return true;
	}
	return false;
}

static bool is_copy_of_walked(struct td_check *self, const struct walk *walk, uint32_t local, unsigned callers)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, td_node(self->program, local)->name, &count);

	for (size_t i = 0; i < count && callers; i++)
		if (!writes[i].through && (!writes[i].value || may_be_walked(self, walk, writes[i].value, callers - 1)))
			return true;
	return !callers || !count;
}

/* An element that the walk has not come to yet, or that is not known.  The one that it has taken out is none. */
static bool may_be_walked(struct td_check *self, const struct walk *walk, uint32_t node, unsigned callers)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_LITERAL || at->kind == TD_N_CALL)
		return !is_new(program, node, MOST_CALLERS);
	if (at->kind != TD_N_REF || !(at->flags & TD_F_LOCAL) || at->name == walk->variable)
		return true;
	if (at->name == walk->taken)
		return false;
	return at->flags & TD_F_PARAMETER ? is_given_walked(self, walk, node, callers) : is_copy_of_walked(self, walk, node, callers);
}

/* end = job->next stays in its own list. */
static bool is_link(const struct td_program *program, uint32_t node, uint32_t link)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_FIELD && at->flags & TD_F_POINTER && at->type == td_node(program, link)->type &&
	       td_node(program, node + 1)->type == td_node(program, link + 1)->type;
}

static bool is_fed_by_walk(struct td_check *self, const struct walk *walk, uint32_t end)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, end, &count);

	for (size_t i = 0; i < count; i++) {
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value)
			return true;
		if (td_is_in_loop(self, writes[i].node) && !writes[i].through && !is_link(self->program, writes[i].value, walk->link) &&
		    may_be_walked(self, walk, writes[i].value, MOST_CALLERS))
			return true;
	}
	return false;
}

/* job is handed to no function before the end has moved on. */
static bool is_taken_first(const struct td_check *self, uint32_t name, uint32_t moves)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t node = refs[i].node;

		if (node >= self->loop.first && node < moves && td_node(program, td_parent(program, node))->kind == TD_N_CALL)
			return false;
	}
	return true;
}

/* last = server->last; server->last = NULL: the list is taken over whole, and what is added to the end later is in another one. */
static bool is_cleared(struct td_check *self, uint32_t end, uint32_t after)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[self->level];
	size_t count;
	const struct td_write *writes = td_writes_of(program, end, &count);

	for (size_t i = 0; i < count; i++)
		if (td_node(program, writes[i].node)->function == scope->function && writes[i].node > after &&
		    writes[i].node < self->loop.first && writes[i].value && td_node(program, writes[i].value)->kind == TD_N_LITERAL &&
		    td_formula_around(self, after, writes[i].node, scope)->part_count == 0)
			return true;
	return false;
}

/* The list that the walk begins with is another one than that with the end. */
static bool begins_elsewhere(struct td_check *self, const struct walk *walk, uint32_t variable, uint32_t end)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, variable)->name, &count);
	bool any = false;

	if (is_end(program, variable))
		return !are_of_one_list(program, walk, end, td_node(program, variable)->name);
	for (size_t i = 0; i < count; i++) {
		if (writes[i].through || (writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		if (!writes[i].value || !is_end(program, writes[i].value) ||
		    (are_of_one_list(program, walk, end, td_node(program, writes[i].value)->name) &&
		     !is_cleared(self, end, writes[i].node)))
			return false;
		any = true;
	}
	return any;
}

bool td_is_other_end(struct td_check *self, uint32_t write, uint32_t variable, uint32_t link)
{
	const struct td_program *program = self->program;
	uint32_t end = write + 2;
	struct walk walk = { .variable = td_node(program, variable)->name, .link = link };

	if (td_node(program, write)->kind != TD_N_ASSIGN || td_node(program, write + 1)->kind != TD_N_FIELD || !is_end(program, end) ||
	    td_node(program, link)->kind != TD_N_FIELD)
		return false;
	if (is_variable(program, link + 1) && td_node(program, link + 1)->name != walk.variable &&
	    is_taken_first(self, td_node(program, link + 1)->name, link))
		walk.taken = td_node(program, link + 1)->name;
	return begins_elsewhere(self, &walk, variable, td_node(program, end)->name) &&
	       !is_fed_by_walk(self, &walk, td_node(program, end)->name);
}
