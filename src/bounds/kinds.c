/* Threads of different kinds: all begin with one function, which asks a field of what it is given, and do something else each.
 *
 *   run(self) { switch (self->kind) { case LISTENER: listen(self); ... case CLIENT: call(self); ... } }
 *   call(self) { other = copy(self); other->kind = SERVER; start(other); }             start(self) { create(run, self); }
 *
 * A circle in which a client starts a thread is none if that is no client, nor starts one in turn.  What is started is known where
 * the field is given a constant before the call, what a kind starts by what the first function does for it (branches.h).
 *
 * A thread that starts the next one as the last thing that it does (relays.c) may start any kind.  A thread that has no
 * next one, because the field it is kept in was cleared, starts none.
 */
#include "check.h"

#include "branches.h"

#include <stdlib.h>

enum { MOST_CALLS = 16 };

struct kinds {
	struct td_check *check;
	uint32_t field;              /* its name */
	uint32_t root, start;        /* functions: the first of a thread, and the one that is given what the thread gets */
	unsigned number;             /* of the parameter */
	int64_t wanted;
	uint32_t seen[MOST_CALLS];   /* calls of `start` */
	size_t count;
};

/* object->field, where the object is a variable of this name. */
static bool is_field_of(const struct td_program *program, uint32_t node, uint32_t object)
{
	return td_node(program, node)->kind == TD_N_FIELD && td_node(program, node + 1)->kind == TD_N_REF &&
	       td_node(program, node + 1)->name == object;
}

/* No function that is called between the two writes to the field. */
static bool is_kept(const struct td_program *program, uint32_t field, uint32_t write, uint32_t call)
{
	struct td_set reached;
	bool kept = true;
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);

	td_set_make(&reached, program);
	td_reach_from(program, td_node(program, write)->end, td_node(program, call)->end, &reached);
	for (size_t i = 0; i < count; i++)
		kept &= !td_set_has(&reached, td_node(program, writes[i].node)->function);
	td_set_free(&reached);
	return kept;
}

/* The one constant that the field of the object has when the call is made. */
static bool constant_given(const struct td_program *program, uint32_t field, uint32_t object, uint32_t call, int64_t *value)
{
	bool any = false, is_given = false;
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t node = writes[i].node;
		int64_t given;

		if (td_node(program, node)->function != td_node(program, call)->function || !is_field_of(program, node + 1, object))
			continue;
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || !td_literal_value(program, writes[i].value, &given) ||
		    (any && given != *value))
			return false;
		any = true;
		*value = given;
		is_given |= td_comes_before(program, node, call) && is_kept(program, field, node, call);
	}
	return is_given;
}

/* copy(from, &object), which clears the field of what it makes. */
static bool is_cleared_by(const struct td_program *program, uint32_t field, uint32_t object, uint32_t call)
{
	size_t functions, count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &functions);
	const struct td_write *writes = td_writes_of(program, field, &count);
	bool is_given = false, is_cleared = false;
	int64_t value;

	for (unsigned i = 1; td_node(program, call)->kind == TD_N_CALL && td_child(program, call, i); i++) {
		uint32_t argument = td_child(program, call, i), inner = td_without_address(program, argument);

		is_given |= inner != argument && td_node(program, inner)->kind == TD_N_REF && td_node(program, inner)->name == object;
	}
	for (size_t i = 0; is_given && functions == 1 && i < count; i++) {
		if (td_node(program, writes[i].node)->function != called[0].node)
			continue;
		if (!writes[i].value || !td_literal_value(program, writes[i].value, &value) || value)
			return false;
		is_cleared |= td_is_on_every_way(program, writes[i].node);
	}
	return is_cleared;
}

static bool is_cleared(const struct td_program *program, uint32_t field, uint32_t object, uint32_t call)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);
	bool cleared = false;

	for (size_t i = 0; i < count; i++)
		if (td_node(program, writes[i].node)->function == td_node(program, call)->function &&
		    is_field_of(program, writes[i].node + 1, object))
			return false;
	for (uint32_t i = td_function_of(program, call)->first; i < call && !cleared; i++)
		cleared = is_cleared_by(program, field, object, i) && td_comes_before(program, i, call) &&
			  is_kept(program, field, i, call);
	return cleared;
}

/* The variable whose object the thread is given; 0: not known. */
static uint32_t object_given(const struct kinds *self, uint32_t call)
{
	const struct td_program *program = self->check->program;
	uint32_t argument = td_argument(program, call, self->number);
	const struct td_node *at = td_node(program, argument);

	return argument && at->kind == TD_N_REF && at->flags & TD_F_LOCAL ? at->name : 0;
}

/* What threads of a kind do: all that their first function does for it, and the functions that they come to call. */
struct doing {
	uint8_t *done;
	struct td_set reached;
};

static struct doing doing_of(const struct kinds *self, int64_t kind)
{
	const struct td_program *program = self->check->program;
	const struct td_function *root = &program->all.functions.items[self->root];
	struct doing doing = { .done = td_alloc(root->count) };

	td_set_make(&doing.reached, program);
	td_branches_mark(program, root, self->field, kind, doing.done);
	for (uint32_t i = 0; i < root->count; i++)
		if (doing.done[i])
			td_reach_from(program, root->first + i, root->first + i + 1, &doing.reached);
	return doing;
}

static bool is_done(const struct kinds *self, const struct doing *doing, uint32_t node)
{
	uint32_t function = td_node(self->check->program, node)->function;

	return td_set_has(&doing->reached, function) ||
	       (function == self->root && doing->done[node - self->check->program->all.functions.items[function].first]);
}

/* A thread of this kind gives the field something. */
static bool is_set(const struct kinds *self, const struct doing *doing, uint32_t field)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);
	int64_t value;

	for (size_t i = 0; i < count; i++)
		if (is_done(self, doing, writes[i].node) &&
		    (!writes[i].value || !td_literal_value(program, writes[i].value, &value) || value))
			return true;
	return false;
}

/* start(self->next), the last thing that a thread does; where the thread was started with an object whose `next` was cleared. */
static bool is_no_next(const struct kinds *self, const struct doing *doing, uint32_t call, uint32_t object, uint32_t started)
{
	const struct td_program *program = self->check->program;
	uint32_t next = td_argument(program, call, self->number);

	return td_node(program, call)->function == self->root && next && td_node(program, next)->kind == TD_N_FIELD &&
	       td_node(program, next + 1)->kind == TD_N_REF && td_is_last_work(program, call) &&
	       is_cleared(program, td_node(program, next)->name, object, started) &&
	       !is_set(self, doing, td_node(program, next)->name);
}

static bool leads_to_kind(struct kinds *self, uint32_t started);

/* What is started with the object, which is of the kind, comes to start a thread of the wanted kind. */
static bool kind_leads_to_kind(struct kinds *self, int64_t kind, uint32_t object, uint32_t started)
{
	const struct td_program *program = self->check->program;
	struct doing doing = doing_of(self, kind);
	bool leads = false;
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[self->start].name, &count);

	for (size_t i = 0; i < count && !leads; i++)
		leads = is_done(self, &doing, calls[i].node) && !is_no_next(self, &doing, calls[i].node, object, started) &&
			leads_to_kind(self, calls[i].node);
	td_set_free(&doing.reached);
	free(doing.done);
	return leads;
}

/* What is started by this call is of the wanted kind, or comes to start such a thread. */
static bool leads_to_kind(struct kinds *self, uint32_t started)
{
	uint32_t object = object_given(self, started);
	int64_t kind = 0;

	if (!object || !constant_given(self->check->program, self->field, object, started, &kind) || kind == self->wanted)
		return true;
	for (size_t i = 0; i < self->count; i++)
		if (self->seen[i] == started)
			return false;
	if (self->count == MOST_CALLS)
		return true;
	self->seen[self->count++] = started;
	return kind_leads_to_kind(self, kind, object, started);
}

/* The comparison asks a field of what the thread is given, which was given to the function that starts it. */
static bool find_kinds(struct td_check *self, const struct td_comparison *comparison, struct kinds *kinds)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = comparison->scope, *outer = &self->scopes[self->level];
	uint32_t left = comparison->left, object;
	int number;
	size_t pointed;

	if (self->loop.kind != TD_LOOP_THREADS || comparison->op != TD_O_EQ || td_node(program, left)->kind != TD_N_FIELD ||
	    !comparison->right || !td_literal_value(program, comparison->right, &kinds->wanted))
		return false;
	object = td_resolve(self, left + 1, &scope);
	number = scope == outer && td_node(program, object)->kind == TD_N_REF
		     ? td_parameter_number(program, outer->function, td_node(program, object)->name) : -1;
	td_uses_of(&program->pointed, program->all.functions.items[outer->function].name, &pointed);
	kinds->check = self;
	kinds->field = td_node(program, left)->name;
	kinds->root = self->scopes[self->level - 1].function;
	kinds->start = outer->function;
	kinds->number = (unsigned)number;
	return number >= 0 && !pointed && self->scopes[self->loop.inner].caller;
}

struct td_opinion td_pattern_kind(struct td_check *self, const struct td_comparison *comparison)
{
	struct kinds kinds = { 0 };

	if (!find_kinds(self, comparison, &kinds) || leads_to_kind(&kinds, self->scopes[self->loop.inner].call))
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "kind",
				    td_strdup("the thread that is started is of another kind, and starts none of this one") };
}
