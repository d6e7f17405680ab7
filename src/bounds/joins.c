/* Waiting on every way: whichever way a round takes from the creation to its end, it comes to a wait for what was created, as in
 *
 *   while (next(&request)) {
 *           stream = open_stream();
 *           if (send(stream, request) < 0) { close_stream(stream); continue; }
 *           receive(stream);
 *           close_stream(stream);
 *   }
 *
 * where close_stream() waits for the thread, itself or some calls further down, on every way through it.  Ways that are not taken
 * when something was created do not count: that the creation has failed, that the thread's field is empty, that a field which is set
 * with the creation is not set.  A call counts in the function that creates, or that calls the one that does, only if it is about
 * what the creation was given or what came out of it.
 */
#include "joins.h"

#include "paths.h"

#include <stdlib.h>

enum { NOWHERE = TD_MOST_PLACES, MOST_CALLS = 4 };

bool td_share_variable(const struct td_program *program, uint32_t a, uint32_t b)
{
	for (uint32_t i = a; i < td_node(program, a)->end; i++) {
		const struct td_node *left = td_node(program, i);

		if (left->kind != TD_N_REF || left->flags & TD_F_FUNCTION)
			continue;
		for (uint32_t j = b; j < td_node(program, b)->end; j++)
			if (td_node(program, j)->kind == TD_N_REF && td_node(program, j)->name == left->name)
				return true;
	}
	return false;
}

/* All functions that the call means know the variable by its name. */
static bool is_known_inside(const struct td_program *program, uint32_t call, uint32_t variable)
{
	struct td_callers called = td_called_at(program, call, true);
	size_t count, knowing = 0;
	const struct td_use *refs = td_uses_of(&program->refs, variable, &count);

	for (size_t i = 0; i < called.count; i++)
		for (size_t j = 0; j < count && knowing == i; j++)
			knowing += td_node(program, refs[j].node)->function == called.items[i].site;
	free(called.items);
	return called.count && knowing == called.count;
}

/* A call that speaks of what the creation was given, or of what it was assigned to, be it inside. */
static bool is_about(const struct td_joins *self, uint32_t call)
{
	const struct td_program *program = self->check->program;
	uint32_t site = self->level == NOWHERE ? 0 : self->check->sites[self->level], outer;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, self->handle, &count);

	if (!site || (count && td_node(program, refs[0].node)->flags & TD_F_GLOBAL))
		return true;
	for (; (outer = td_parent(program, site)); site = outer) {
		enum td_node_kind kind = td_node(program, outer)->kind;

		if (kind == TD_N_DECLARE)
			for (uint32_t i = call; i < td_node(program, call)->end; i++)
				if (td_node(program, i)->kind == TD_N_REF && td_node(program, i)->name == td_node(program, outer)->name)
					return true;
		if (kind == TD_N_ASSIGN && td_node(program, outer + 1)->kind == TD_N_REF && td_node(program, outer + 1)->flags & TD_F_GLOBAL &&
		    td_node(program, call)->kind == TD_N_CALL && is_known_inside(program, call, td_node(program, outer + 1)->name))
			return true;
		if (kind != TD_N_ASSIGN && kind != TD_N_DECLARE && kind != TD_N_UNARY && kind != TD_N_BINARY)
			break;
	}
	return td_share_variable(program, site, call);
}

static bool is_settled_by(const struct td_joins *self, uint32_t function)
{
	const struct td_foresight foresight = { td_foresee_wait, self };

	return td_is_settled_by(self->check->program, function, &foresight);
}

/* While a function is looked at, it does not count itself.  One that knows more about its parameters is looked at for itself. */
static bool always_waits(const struct td_joins *self, uint32_t function, const struct td_entries *entries)
{
	struct td_joins inner = *self;

	inner.level = NOWHERE;
	inner.entries = entries->count && self->calls < MOST_CALLS ? entries : NULL;
	inner.calls++;
	if (!td_set_has(self->able, function))
		return false;
	if (inner.entries)
		return is_settled_by(&inner, function);
	if (td_set_add(self->asked, function) && is_settled_by(&inner, function))
		td_set_add(self->always, function);
	return td_set_has(self->always, function);
}

/* All functions that the call may mean. */
static bool is_waited_in(const struct td_joins *self, uint32_t call)
{
	const struct td_program *program = self->check->program;
	struct td_callers called = { 0 };
	struct td_entries entries;
	bool all = true, any = false;

	if (!td_is_known_outside(program, self->handle))
		return false;
	called = td_called_at(program, call, true);
	entries = td_entries_at(program, self->entries, call);
	for (size_t i = 0; i < called.count && all; i++) {
		struct td_entries handed = td_entries_handed(program, &entries, call, called.items[i].site);

		if (!td_may_be_entry(program, &entries, call, called.items[i].site))
			continue;
		all = any = always_waits(self, called.items[i].site, &handed);
	}
	free(called.items);
	return all && any;
}

static bool waits(const struct td_joins *self, uint32_t expression)
{
	const struct td_program *program = self->check->program;

	for (uint32_t i = expression; i < td_node(program, expression)->end; i++)
		if (td_node(program, i)->kind == TD_N_CALL && td_is_always_done(program, expression, i) &&
		    (td_never_returns(program, i) ||
		     (is_about(self, i) && (td_waits_for_handle(self->check, i, self->handle) || is_waited_in(self, i)))))
			return true;
	return false;
}

static enum td_foreseen contrary(enum td_foreseen of)
{
	return of == TD_IS_SO ? TD_IS_NOT_SO : of == TD_IS_NOT_SO ? TD_IS_SO : of;
}

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_LITERAL && !at->value && !(at->flags & TD_F_UNKNOWN);
}

/* A parameter that a wait, or a call that may come to one, is about: it points to something. */
static bool is_object(const struct td_joins *self, uint32_t reference)
{
	const struct td_program *program = self->check->program;
	const struct td_function *function = td_function_of(program, reference);
	bool found = false;

	if (!(td_node(program, reference)->flags & TD_F_PARAMETER) || !(td_node(program, reference)->flags & TD_F_POINTER))
		return false;
	for (uint32_t i = function->first; i < function->first + function->count && !found; i++) {
		struct td_callers called = { 0 };

		if (td_node(program, i)->kind != TD_N_CALL || !td_share_variable(program, reference, i))
			continue;
		called = td_called_at(program, i, true);
		found = td_waits_for_handle(self->check, i, self->handle) || (called.count && td_set_has(self->able, called.items[0].site));
		free(called.items);
	}
	return found;
}

/* How a condition turns out about something that was created, in a function that is called with it. */
static enum td_foreseen turn_out(const struct td_joins *self, uint32_t node)
{
	const struct td_program *program = self->check->program;
	const struct td_node *at = td_node(program, node);
	bool through;
	uint32_t second = at->kind == TD_N_BINARY ? td_child(program, node, 1) : 0;

	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT)
		return contrary(turn_out(self, node + 1));
	if (at->kind == TD_N_BINARY && (at->op == TD_O_EQ || at->op == TD_O_NE) && is_nothing(program, second))
		return at->op == TD_O_NE ? turn_out(self, node + 1) : contrary(turn_out(self, node + 1));
	if (at->kind == TD_N_BINARY && (at->op == TD_O_ALL || at->op == TD_O_ANY)) {
		enum td_foreseen left = turn_out(self, node + 1), right = turn_out(self, second);

		return left == right ? left : TD_EITHER_WAY;
	}
	if ((at->kind == TD_N_REF && is_object(self, node)) || (at->kind == TD_N_FIELD && td_keeps_object(self, node)))
		return TD_IS_SO;
	if ((at->kind == TD_N_FIELD || at->kind == TD_N_REF) &&
	    (td_target(program, node, &through) == self->handle || (at->kind == TD_N_FIELD && td_lasts(self, at->name))))
		return TD_IS_SO;
	return TD_EITHER_WAY;
}

/* The function that has created returns a pointer to what the thread is kept in, or what such a function has returned. */
static bool returns_object(const struct td_joins *self, size_t level)
{
	const struct td_program *program = self->check->program;
	uint32_t site = level ? self->check->sites[level - 1] : 0, outer = site;
	const struct td_function *function = td_function_of(program, site);
	bool any = false;

	if (!level || (level > 1 && !returns_object(self, level - 1)))
		return false;
	if (level > 1)
		outer = td_parent(program, site);
	for (uint32_t i = site; i < function->first + function->count; i++) {
		if (td_node(program, i)->kind != TD_N_RETURN || td_is_failure(self->check, level - 1, i))
			continue;
		any = true;
		if (td_node(program, i + 1)->kind != TD_N_REF || !(td_node(program, i + 1)->flags & TD_F_POINTER) ||
		    !(td_node(program, outer)->name == td_node(program, i + 1)->name || td_share_variable(program, i + 1, outer)))
			return false;
	}
	return any;
}

/* On the way: the creation has succeeded, and its descriptor or pointer is something. */
static bool value_of_success(const struct td_joins *self, int64_t *value)
{
	*value = 1;
	return returns_object(self, self->level) || (!self->level && self->check->resource != TD_THREADS) ||
	       td_value_of_success(self->check, self->level, value);
}

/* Some code may make the variable what the condition asks for: stop, by !stop. */
static bool is_ever_made_so(const struct td_program *program, uint32_t condition)
{
	bool is_negated = td_node(program, condition)->kind == TD_N_UNARY && td_node(program, condition)->op == TD_O_NOT;
	const struct td_node *variable = td_node(program, is_negated ? condition + 1 : condition);
	size_t count;
	const struct td_write *writes = td_writes_of(program, variable->name, &count);

	if (variable->kind != TD_N_REF || !(variable->flags & TD_F_GLOBAL))
		return true;
	for (size_t i = 0; i < count; i++) {
		uint32_t flags = td_function_of(program, writes[i].node)->flags;
		bool is_initial = td_is_initial(program, &writes[i]) || flags & TD_FUNCTION_INITIAL;
		int64_t value;

		if (!is_initial && (writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value ||
				    !td_literal_of(program, writes[i].value, &value) || !value == is_negated))
			return true;
	}
	return false;
}

bool td_asks_like_loop(const struct td_check *self, uint32_t statement)
{
	const struct td_program *program = self->program;
	uint32_t loop = self->loop.node;
	enum td_node_kind kind = td_node(program, loop)->kind;
	uint32_t condition = kind == TD_N_WHILE ? loop + 1 : kind == TD_N_DO || kind == TD_N_FOR ? td_child(program, loop, 1) : 0;

	return self->loop.kind == TD_LOOP_STATEMENT && condition && td_is_inside(program, statement, loop) && td_asks_same(program, statement + 1, condition) &&
	       !is_ever_made_so(program, condition);
}

static enum td_foreseen foresee_if(const struct td_joins *self, uint32_t statement)
{
	const struct td_program *program = self->check->program;
	bool outcome;
	int64_t value;

	if (self->level == NOWHERE)
		return td_is_asked_for_creation(self->check, statement, td_child(program, statement, 1)) ? TD_IS_SO
													   : turn_out(self, statement + 1);
	if (value_of_success(self, &value) &&
	    td_result_decides(program, self->check->sites[self->level], value, statement, &outcome))
		return outcome ? TD_IS_SO : TD_IS_NOT_SO;
	if (self->level == self->check->level && td_asks_like_loop(self->check, statement))
		return TD_IS_SO;
	return is_about(self, statement + 1) ? turn_out(self, statement + 1) : TD_EITHER_WAY;
}

enum td_foreseen td_foresee_wait(const void *data, uint32_t statement)
{
	const struct td_joins *self = data;
	const struct td_program *program = self->check->program;
	uint32_t first = td_first_part(program, statement);

	if (first && !td_is_inside(program, self->level == NOWHERE ? 0 : self->check->sites[self->level], first) && waits(self, first))
		return TD_NO_FURTHER;
	return td_node(program, statement)->kind == TD_N_IF ? foresee_if(self, statement) : TD_EITHER_WAY;
}

static bool is_loop(const struct td_program *program, uint32_t node)
{
	enum td_node_kind kind = td_node(program, node)->kind;

	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

/* The innermost loop around the node, or its function. */
static uint32_t loop_around(const struct td_program *program, uint32_t node)
{
	uint32_t at = td_parent(program, node);

	while (!is_loop(program, at) && td_parent(program, at))
		at = td_parent(program, at);
	return at;
}

/* A jump may come back to it. */
static bool is_labelled(const struct td_program *program, uint32_t site)
{
	for (uint32_t at = td_function_of(program, site)->first; at < site; at++)
		if (td_node(program, at)->kind == TD_N_LABEL)
			return true;
	return false;
}

static void find_able(const struct td_check *self, uint32_t function, struct td_set *able)
{
	struct td_callers callers;

	if (!td_set_add(able, function))
		return;
	callers = td_callers_of(self->program, function);
	for (size_t i = 0; i < callers.count; i++)
		find_able(self, td_node(self->program, callers.items[i].site)->function, able);
	free(callers.items);
}

/* The level at which every way comes to a wait; more than there are: at none. */
static size_t settled_at(struct td_check *self, struct td_joins *joins)
{
	const struct td_foresight foresight = { td_foresee_wait, joins };

	for (size_t level = 0; level <= self->level && !is_labelled(self->program, self->sites[level]); level++) {
		uint32_t root = loop_around(self->program, self->sites[level]);

		joins->level = level;
		if (td_is_settled_after(self->program, self->sites[level], root, level == self->level && root == self->loop.node,
					&foresight))
			return level;
		if (is_loop(self->program, root))
			break; /* several may be created before one is waited for */
	}
	return NOWHERE;
}

/* Asks something about the waits for what the loop creates. */
static size_t ask(struct td_check *self, uint32_t handle, size_t (*question)(struct td_check *self, struct td_joins *joins))
{
	struct td_set able, asked, always;
	struct td_joins joins = { self, handle, 0, &able, &asked, &always, NULL, NULL, 0 };
	size_t answer;

	td_set_make(&able, self->program);
	td_set_make(&asked, self->program);
	td_set_make(&always, self->program);
	for (uint32_t i = 1; i < self->program->all.nodes.count; i++)
		if (td_waits_for_handle(self, i, handle))
			find_able(self, td_node(self->program, i)->function, &able);
	answer = question(self, &joins);
	td_set_free(&able);
	td_set_free(&asked);
	td_set_free(&always);
	return answer;
}

static size_t lost_at(struct td_check *self, struct td_joins *joins)
{
	for (size_t level = 0; level <= self->level; level++)
		if (td_is_lost(joins, level))
			return level;
	return NOWHERE;
}

bool td_is_lost_before_wait(struct td_check *self)
{
	uint32_t handle = td_handle_of(self);

	return handle && ask(self, handle, lost_at) != NOWHERE;
}

struct td_opinion td_pattern_every_way(struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t handle = td_handle_of(self);
	size_t level = handle && self->loop.kind == TD_LOOP_STATEMENT ? ask(self, handle, settled_at) : NOWHERE;

	if (level == NOWHERE)
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_ALIVE, self->resource == TD_THREADS ? "join" : "release",
				    td_format("on every way from there, %s %s what was created",
					      td_text(program, td_function_of(program, self->sites[level])->spelling),
					      self->resource == TD_THREADS ? "waits for" : "gives back") };
}

bool td_goes_over(const struct td_program *program, uint32_t loop, uint32_t call)
{
	if (td_node(program, loop)->kind == TD_N_RANGE)
		return true;
	for (uint32_t i = call; i < td_node(program, call)->end; i++) {
		size_t count;
		const struct td_write *writes = td_writes_of(program, td_node(program, i)->name, &count);

		for (size_t j = 0; j < count && td_node(program, i)->kind == TD_N_REF; j++)
			if (td_is_inside(program, writes[j].node, loop))
				return true;
	}
	return false;
}

/* A wait, and the creation that it is for. */
struct passing {
	struct td_joins joins;
	uint32_t node;
};

/* The conditions around the wait have been looked at. */
static enum td_foreseen foresee_passing(const void *data, uint32_t statement)
{
	const struct passing *self = data;
	const struct td_program *program = self->joins.check->program;
	uint32_t first = td_first_part(program, statement);
	bool is_if = td_node(program, statement)->kind == TD_N_IF;

	if (!td_is_inside(program, self->node, statement))
		return is_if ? foresee_if(&self->joins, statement) : TD_EITHER_WAY;
	if ((first && td_is_inside(program, self->node, first)) || td_node(program, statement)->kind == TD_N_SWITCH ||
	    (is_loop(program, statement) && td_goes_over(program, statement, self->node)))
		return TD_NO_FURTHER;
	return !is_if ? TD_EITHER_WAY : td_is_inside(program, self->node, td_child(program, statement, 1)) ? TD_IS_SO : TD_IS_NOT_SO;
}

bool td_postdominates_site(struct td_check *self, uint32_t node, size_t level)
{
	const struct td_program *program = self->program;
	struct passing passing = { .joins = { .check = self, .level = level }, .node = node };
	const struct td_foresight foresight = { foresee_passing, &passing };
	bool is_last = level == self->level;

	if (node < self->sites[level] || (is_last && self->loop.kind != TD_LOOP_STATEMENT))
		return true;
	return td_is_settled_after(program, self->sites[level], is_last ? self->loop.node : td_function_of(program, node)->first,
				   is_last, &foresight);
}
