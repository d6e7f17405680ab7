/* Flags (pattern 3) and things that are made once (pattern 6): a comparison that is made false when something is
 * created, and is never made true again.  If the thread makes it true again when it ends, there is one at a time. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* A state of one variable: `variable op value`, or `(variable & mask) op value`. */
struct state {
	uint32_t variable;
	int64_t mask;   /* 0: all of it is asked about */
	enum td_operator op;
	int64_t value;
	const struct td_scope *scope;
	uint32_t asked; /* where the comparison stands */
	uint32_t witness;
};

static bool constant_of(const struct td_program *program, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);

	*value = node ? at->value : 0;
	if (node && at->kind == TD_N_ASSIGN && at->op == TD_O_NONE)
		return constant_of(program, td_child(program, node, 1), value); /* active = running = false */
	if (node && at->kind == TD_N_UNARY && at->op == TD_O_NEG && constant_of(program, node + 1, value)) {
		*value = -*value;
		return true;
	}
	return !node || (at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN));
}

static bool is_variable(const struct td_program *program, uint32_t node)
{
	bool through;

	return node && td_target(program, node, &through);
}

/* atomic_exchange(&done, 1) == 0 asks about done, and so do its relatives. */
static uint32_t exchanged(const struct td_program *program, uint32_t node)
{
	const char *name = td_short_name(td_text(program, td_node(program, node)->spelling));

	if (td_node(program, node)->kind != TD_N_CALL || (!strstr(name, "exchange") && !strstr(name, "test_and_set")))
		return 0;
	if (td_node(program, node)->flags & TD_F_METHOD)
		return td_child(program, node, 0);
	return td_child(program, node, 1) ? td_without_address(program, td_child(program, node, 1)) : 0;
}

static uint32_t variable_of(struct td_check *self, uint32_t node, const struct td_scope **scope, bool as_it_stands)
{
	const struct td_program *program = self->program;
	uint32_t inner = td_node(program, node)->kind == TD_N_CALL ? exchanged(program, node) : 0;

	if (inner || as_it_stands)
		return inner ? inner : is_variable(program, node) ? node : 0;
	inner = td_resolve(self, node, scope);
	return is_variable(program, inner) ? inner : 0;
}

/* Numbers as they stand in masks: 4, ~4, 4 | 8, 1 << 2. */
static bool bits_of(const struct td_program *program, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);
	int64_t left, right;

	if (at->kind == TD_N_UNARY && at->op == TD_O_INVERT && bits_of(program, node + 1, value)) {
		*value = ~*value;
		return true;
	}
	if (at->kind != TD_N_BINARY || (at->op != TD_O_OR && at->op != TD_O_SHL))
		return node && constant_of(program, node, value);
	if (!bits_of(program, node + 1, &left) || !bits_of(program, td_child(program, node, 1), &right))
		return false;
	if (at->op == TD_O_SHL && (right < 0 || right > 62))
		return false;
	*value = at->op == TD_O_OR ? left | right : (int64_t)((uint64_t)left << right);
	return true;
}

/* flags & RUNNING asks about a part of flags. */
static uint32_t masked(const struct td_program *program, uint32_t node, int64_t *mask)
{
	uint32_t left = node + 1, right;

	if (td_node(program, node)->kind != TD_N_BINARY || td_node(program, node)->op != TD_O_AND)
		return 0;
	right = td_child(program, node, 1);
	if (bits_of(program, right, mask) && *mask)
		return left;
	return bits_of(program, left, mask) && *mask ? right : 0;
}

static bool state_of(struct td_check *self, const struct td_comparison *comparison, struct state *state, bool as_it_stands)
{
	uint32_t whole;

	uint32_t left = comparison->left, right = comparison->right;

	*state = (struct state){ .op = comparison->op, .scope = comparison->scope, .asked = left,
				.witness = comparison->witness };
	if (comparison->op != TD_O_EQ && comparison->op != TD_O_NE)
		return false;
	if (!constant_of(self->program, right, &state->value)) {
		if (!constant_of(self->program, left, &state->value))
			return false;
		left = right;
	}
	whole = masked(self->program, left, &state->mask);
	left = whole ? whole : left;
	state->mask = whole ? state->mask : 0;
	state->variable = variable_of(self, left, &state->scope, as_it_stands);
	return state->variable && !(td_node(self->program, state->variable)->kind == TD_N_REF &&
				    td_node(self->program, state->variable)->flags & TD_F_LOCAL &&
				    td_is_pointed_to(self->program, td_node(self->program, state->variable)->name));
}

enum effect { LEAVES, STAYS, ENTERS, NOBODY_KNOWS };

static bool may_enter(enum effect effect)
{
	return effect == ENTERS || effect == NOBODY_KNOWS;
}

static bool holds_site(const struct td_check *self, uint32_t node)
{
	for (size_t level = 0; level <= self->level; level++)
		if (td_is_inside(self->program, self->sites[level], node))
			return true;
	return false;
}

/* What is looked for before the question is put may not be there; what is made after it is. */
static bool is_made(const struct td_check *self, const struct state *state, uint32_t node)
{
	const struct td_program *program = self->program;

	return holds_site(self, node) || node > state->asked ||
	       td_node(program, node)->function != td_node(program, state->asked)->function;
}

/* active = peer, after peer->name was looked at: it points to something. */
static bool is_something(const struct td_program *program, uint32_t value, uint32_t write)
{
	const struct td_node *at = td_node(program, value);

	if (at->kind != TD_N_REF || !(at->flags & TD_F_POINTER) || !(at->flags & (TD_F_LOCAL | TD_F_PARAMETER)))
		return false;
	for (uint32_t i = td_function_of(program, value)->first; i < write; i++)
		if (td_node(program, i)->kind == TD_N_FIELD && td_node(program, i + 1)->kind == TD_N_REF &&
		    td_node(program, i + 1)->name == at->name)
			return true;
	return false;
}

/* retry = play(): a number that a function returns may be 0, other than an object that it has made. */
static bool is_number(const struct td_program *program, uint32_t variable)
{
	static const char *const types[] = { "int", "unsigned int", "bool", "_Bool", "char", "signed char", "unsigned char", "short",
					     "long", "unsigned long", "ssize_t", NULL };

	return td_is_one_of(td_text(program, td_node(program, variable)->type), types);
}

/* not_started = pthread_create(...): what the call returns that has come to create. */
static bool outcome_of(const struct td_check *self, uint32_t node, int64_t *value)
{
	for (size_t level = 0; level <= self->level; level++)
		if (self->sites[level] == node)
			return td_value_of_success(self, level, value);
	return false;
}

/* make_queue(&queue, 4): what the function that is given the address writes there, if it is known and does nothing else with it. */
static const struct td_write *writes_behind(const struct td_check *self, const struct td_write *write, size_t *count)
{
	const struct td_program *program = self->program;
	size_t definitions;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, write->node)->name, &definitions);
	uint32_t argument = td_child(program, write->node, 1);
	uint32_t parameter = definitions == 1 ? program->all.functions.items[functions[0].node].first + 1 : 0;
	const struct td_write *writes;

	*count = 0;
	if (write->change != TD_CHANGE_UNKNOWN || td_node(program, write->node)->kind != TD_N_CALL || !parameter)
		return NULL;
	for (; argument && argument != write->value; argument = td_node(program, argument)->end)
		parameter = td_node(program, parameter)->end;
	if (!argument || td_node(program, parameter)->kind != TD_N_PARAMETER)
		return NULL;
	writes = td_writes_of(program, td_node(program, parameter)->name, count);
	for (size_t i = 0; i < *count; i++)
		if (!writes[i].through || writes[i].change != TD_CHANGE_SET || !writes[i].value)
			*count = 0;
	return writes;
}

static enum effect effect_of(struct td_check *self, const struct state *state, const struct td_write *write);

static enum effect effect_behind(struct td_check *self, const struct state *state, const struct td_write *write)
{
	size_t count;
	const struct td_write *writes = writes_behind(self, write, &count);

	for (size_t i = 0; i < count; i++)
		if (effect_of(self, state, &writes[i]) != LEAVES)
			return NOBODY_KNOWS;
	return count ? LEAVES : NOBODY_KNOWS;
}

/* flags |= RUNNING, flags &= ~RUNNING, flags = 0. */
static enum effect effect_on_bits(const struct td_program *program, const struct state *state, const struct td_write *write)
{
	const struct td_node *at = td_node(program, write->node);
	bool sets = at->op == TD_O_OR, clears = at->op == TD_O_AND;
	int64_t value, changed;

	if (at->kind == TD_N_DECLARE || (at->kind == TD_N_ASSIGN && at->op == TD_O_NONE)) {
		if (!write->value || write->change != TD_CHANGE_SET || !bits_of(program, write->value, &value))
			return NOBODY_KNOWS;
		return ((value & state->mask) == state->value) == (state->op == TD_O_EQ) ? ENTERS : LEAVES;
	}
	if (at->kind != TD_N_ASSIGN || (!sets && !clears) || !bits_of(program, td_child(program, write->node, 1), &value))
		return NOBODY_KNOWS;
	changed = (sets ? value : ~value) & state->mask;
	if (!changed)
		return STAYS;
	if (state->value || (clears && changed != state->mask))
		return NOBODY_KNOWS;
	return sets == (state->op == TD_O_EQ) ? LEAVES : ENTERS;
}

/* A value that is not a number is something rather than nothing. */
static enum effect effect_of(struct td_check *self, const struct state *state, const struct td_write *write)
{
	const struct td_program *program = self->program;
	int64_t value = 1;
	bool through;
	bool is_known = write->change == TD_CHANGE_SET && (!write->value || constant_of(program, write->value, &value) ||
							   outcome_of(self, write->value, &value));

	if (state->mask)
		return effect_on_bits(program, state, write);
	if (!write->value && write->change == TD_CHANGE_SET)
		value = 1; /* test_and_set */
	if (!is_known && td_keeps_outcome(program, write)) {
		is_known = true;
		value = 0;
	}
	if (is_known)
		return (value == state->value) == (state->op == TD_O_EQ) ? ENTERS : LEAVES;
	if (write->change == TD_CHANGE_UP && state->op == TD_O_EQ && state->value == 0)
		return LEAVES; /* if (!is_started) is_started++ */
	if (write->change == TD_CHANGE_SET && state->op == TD_O_EQ && state->value == 0) {
		const struct td_node *at = td_node(program, write->value);

		if ((at->kind == TD_N_CALL && !is_number(program, state->variable) && is_made(self, state, write->node)) || at->kind == TD_N_LAMBDA ||
		    at->kind == TD_N_STRING || (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS) ||
		    td_is_inside(program, self->sites[0], write->node) || is_something(program, write->value, write->node))
			return LEAVES;
	}
	if (write->change == TD_CHANGE_SET && td_node(program, write->value)->kind == TD_N_UNARY &&
	    td_node(program, write->value)->op == TD_O_NOT && td_target(program, write->value + 1, &through) == write->name)
		return LEAVES; /* flag = !flag, reached while the comparison holds */
	return effect_behind(self, state, write);
}

static bool asks_for_state(struct td_check *self, const struct state *state, const struct td_formula *condition)
{
	const struct td_program *program = self->program;
	bool through;
	int64_t value, mask = 0;
	uint32_t whole = condition->kind == TD_IS_COMPARISON ? masked(program, condition->comparison.left, &mask) : 0;

	return condition->kind == TD_IS_COMPARISON && condition->comparison.op == state->op &&
	       constant_of(program, condition->comparison.right, &value) && value == state->value && (whole ? mask : 0) == state->mask &&
	       td_target(program, whole ? whole : condition->comparison.left, &through) == td_target(program, state->variable, &through);
}

/* if (pending) pending = 0: while it is pending, that is no condition. */
static void add_others(struct td_check *self, const struct state *state, struct td_formula *all, const struct td_formula *conditions)
{
	for (size_t i = 0; i < conditions->part_count; i++) {
		if (conditions->parts[i]->kind == TD_IS_ALL)
			add_others(self, state, all, conditions->parts[i]);
		else if (!asks_for_state(self, state, conditions->parts[i]))
			td_formula_add(all, conditions->parts[i]);
	}
}

/* One round that leaves the state is enough; until then its own conditions must not hold. */
static enum td_bound judge_leaving(struct td_check *self, const struct state *state, uint32_t node)
{
	struct td_formula *conditions = td_formula_make(self, TD_IS_ALL);
	enum td_bound verdict = TD_BOUNDED;

	self->witness = state->witness;
	add_others(self, state, conditions, td_further_conditions(self, node));
	self->witness = 0;
	if (conditions->part_count) {
		self->depth += 4;
		verdict = self->depth > 12 ? TD_UNBOUNDED : td_judge(self, td_formula_not(self, conditions));
		self->depth -= 4;
	}
	return verdict;
}

static struct td_opinion say(enum td_bound verdict, const char *pattern, char *why)
{
	return (struct td_opinion){ verdict, pattern, why };
}

static bool gives_address(const struct td_program *program, uint32_t call, uint32_t name)
{
	for (unsigned i = 1; td_child(program, call, i); i++) {
		uint32_t argument = td_child(program, call, i), inner = td_without_address(program, argument);
		bool through;

		if (inner != argument && td_target(program, inner, &through) == name)
			return true;
	}
	return false;
}

/* The same object, or none: both are variables of their own. */
static bool are_of_one(const struct td_program *program, uint32_t a, uint32_t b)
{
	while (td_node(program, a)->kind == TD_N_FIELD && td_node(program, b)->kind == TD_N_FIELD) {
		a++, b++;
		if (td_node(program, a)->kind == TD_N_SUBSCRIPT && td_node(program, b)->kind == TD_N_SUBSCRIPT &&
		    td_node(program, td_child(program, a, 1))->name == td_node(program, td_child(program, b, 1))->name)
			a++, b++;
		if (td_node(program, a)->kind != td_node(program, b)->kind || td_node(program, a)->name != td_node(program, b)->name)
			return false;
	}
	return td_node(program, a)->kind != TD_N_FIELD && td_node(program, b)->kind != TD_N_FIELD;
}

/* A wait for what the variable tells of: it is the thread, or stands beside the one that is created. */
static bool waits_for(const struct td_check *self, uint32_t call, uint32_t variable)
{
	const struct td_program *program = self->program;
	uint32_t thread = td_waits_for_end(program, call) ? td_child(program, call, 1) : 0, created = td_child(program, self->sites[0], 1);
	bool through;
	uint32_t name = thread ? td_target(program, thread, &through) : 0;

	return name && are_of_one(program, thread, variable) &&
	       (name == td_node(program, variable)->name ||
		(created && name == td_target(program, td_without_address(program, created), &through)));
}

/* Done whenever the statement is, or whenever the variable says that there is a thread to wait for. */
static bool is_done_for(const struct td_program *program, uint32_t statement, uint32_t call, uint32_t name)
{
	for (uint32_t at = statement; at != call;) {
		uint32_t inner = td_child_with(program, at, call);
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_IF && inner != at + 1 && (inner != td_child(program, at, 1) || td_node(program, at + 1)->name != name))
			return false;
		if (kind != TD_N_IF && kind != TD_N_BLOCK && kind != TD_N_ASSIGN && kind != TD_N_DECLARE && kind != TD_N_BINARY)
			return false;
		at = inner;
	}
	return true;
}

/* Somewhere in the block before the statement. */
static bool is_waited_before(const struct td_check *self, uint32_t block, uint32_t statement, const struct td_write *write)
{
	const struct td_program *program = self->program;

	for (uint32_t at = block + 1; at < statement; at = td_node(program, at)->end)
		for (uint32_t i = at; i < td_node(program, at)->end; i++)
			if (td_node(program, i)->kind == TD_N_CALL && waits_for(self, i, write->node + 1) &&
			    is_done_for(program, at, i, write->name))
				return true;
	return false;
}

/* thread_term(&slot->thread), whose source is not there: by its name it ends the thread that was created there. */
static bool ends_by_name(const struct td_program *program, uint32_t call)
{
	static const char *const words[] = { "join", "wait", "term", "terminate", "stop", NULL };
	size_t count;

	td_uses_of(&program->functions, td_node(program, call)->name, &count);
	return !count && td_has_word(td_short_name(td_text(program, td_node(program, call)->spelling)), words);
}

/* pthread_join(slots[i].thread, NULL); slots[i].thread = 0: the thread that was there has ended.  The same if
 * end_thread(&slots[i].thread) does that. */
static bool is_waited_for(const struct td_check *self, const struct td_write *write)
{
	const struct td_program *program = self->program;
	uint32_t statement = write->node, outer;

	if (td_node(program, write->node)->kind == TD_N_CALL)
		return gives_address(program, self->sites[0], write->name) &&
		       (ends_by_name(program, write->node) || td_ends_what_is_kept(self, write->node, write->name));
	if (td_node(program, write->node)->kind != TD_N_ASSIGN)
		return false;
	for (; (outer = td_parent(program, statement)); statement = outer) {
		enum td_node_kind kind = td_node(program, outer)->kind;

		if (kind == TD_N_BLOCK && is_waited_before(self, outer, statement, write))
			return true;
		if (kind != TD_N_BLOCK && kind != TD_N_ASSIGN && kind != TD_N_IF)
			return false;
	}
	return false;
}

static bool is_left_behind(const struct td_program *program, uint32_t branch)
{
	uint32_t last = branch;

	for (uint32_t at = branch + 1; td_node(program, branch)->kind == TD_N_BLOCK && at < td_node(program, branch)->end;
	     at = td_node(program, at)->end)
		last = at;
	return td_node(program, last)->kind == TD_N_RETURN || td_node(program, last)->kind == TD_N_CONTINUE;
}

/* if (!link) { link = open(); if (!link) return; create }: every path to the creation has found it changed. */
static bool is_found_changed(struct td_check *self, const struct state *state)
{
	const struct td_program *program = self->program;

	for (size_t level = 0; level <= self->level; level++) {
		uint32_t site = self->sites[level];

		if (td_node(program, site)->function != td_node(program, state->asked)->function)
			continue;
		for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site))
			for (uint32_t i = at + 1; td_node(program, at)->kind == TD_N_BLOCK && i < td_child_with(program, at, site);
			     i = td_node(program, i)->end)
				if (i > state->asked && td_node(program, i)->kind == TD_N_IF &&
				    td_node(program, td_child(program, i, 2))->kind == TD_N_NONE &&
				    is_left_behind(program, td_child(program, i, 1)) &&
				    !td_is_entered_between(program, td_node(program, i)->end, site) &&
				    asks_for_state(self, state, td_formula_of(self, i + 1, true, &self->scopes[level])))
					return true;
	}
	return false;
}

/* if (!link) { link = open(); if (is_bad(link)) { link = NULL; return; } create }: it is as it was, and nothing was created. */
static bool is_restored(struct td_check *self, const struct state *state, uint32_t write)
{
	const struct td_program *program = self->program;
	uint32_t branch = td_parent(program, write), at;

	if (td_node(program, write)->function != td_node(program, state->asked)->function || write < state->asked ||
	    td_node(program, branch)->kind != TD_N_BLOCK || !is_left_behind(program, branch) || holds_site(self, branch))
		return false;
	for (at = td_parent(program, branch); at; at = td_parent(program, at))
		if (td_node(program, at)->kind == TD_N_IF && td_is_inside(program, state->asked, at + 1))
			return asks_for_state(self, state, td_formula_of(self, at + 1, true, state->scope)) &&
			       td_is_inside(program, write, td_child(program, at, 1)) && holds_site(self, td_child(program, at, 1)) &&
			       !td_is_entered_between(program, state->asked, write) && !td_creates_between(self, state->asked, write);
	return false;
}

/* *flag, while the loop clears *other: whether they are aliases is not known. */
static uint32_t cleared_by_another(struct td_check *self, const struct state *state)
{
	const struct td_program *program = self->program;
	const struct td_node *asked = td_node(program, state->variable);

	for (size_t i = 0; asked->kind == TD_N_UNARY && i < program->writes.count; i++) {
		const struct td_write *write = &program->writes.items[i];
		const struct td_node *written = td_node(program, write->node + 1);

		if (write->through && td_node(program, write->node)->kind == TD_N_ASSIGN && written->kind == TD_N_UNARY &&
		    written->op == TD_O_DEREF && written->type == asked->type && td_is_written_in_loop(self, write) &&
		    td_are_apart(program, state->variable + 1, write->node + 2) && may_enter(effect_of(self, state, write)))
			return write->node;
	}
	return 0;
}

/* What is done to the variable in the loop; renewed: it is set back where what was created has ended. */
static enum td_bound in_loop(struct td_check *self, const struct state *state, const struct td_write *writes, size_t count,
			       bool through, bool *renewed, char **why)
{
	enum td_bound best = is_found_changed(self, state) ? TD_BOUNDED : TD_UNBOUNDED;

	for (size_t i = 0; i < count; i++) {
		enum effect effect;

		if (writes[i].through != through)
			continue;
		effect = effect_of(self, state, &writes[i]);
		if (!td_is_written_in_loop(self, &writes[i])) {
			if (effect == LEAVES && td_is_waited_for(self, writes[i].node))
				best = TD_BOUNDED;
		} else if (effect == LEAVES && td_is_other_place(self, writes[i].node, state->variable, state->scope)) {
			continue;
		} else if (effect == LEAVES) {
			size_t behind;
			const struct td_write *write = writes_behind(self, &writes[i], &behind);
			enum td_bound verdict = judge_leaving(self, state, behind ? write->node : writes[i].node);

			best = verdict > best ? verdict : best;
		} else if (effect == STAYS || is_restored(self, state, writes[i].node) ||
			   td_is_other_self(self, writes[i].node, state->variable, state->scope)) {
			continue;
		} else if (is_waited_for(self, &writes[i]) || td_is_behind_wait(self, writes[i].node) ||
			   td_thread_is_known_gone(self, writes[i].node)) {
			*renewed = true;
		} else if (!td_is_after_failure(self, writes[i].node) && !td_is_on_way_out(self, writes[i].node)) {
			*why = td_format("it is set back in the loop (line %u)", td_node(self->program, writes[i].node)->line);
			return TD_UNBOUNDED;
		}
	}
	return best;
}

/* A thread that ends may make room for the next one. */
static bool is_renewed(struct td_check *self, const struct state *state, const struct td_write *writes, size_t count, bool through)
{
	for (size_t i = 0; i < count; i++)
		if (writes[i].through == through && !td_is_written_in_loop(self, &writes[i]) &&
		    td_set_has(self->threads, td_node(self->program, writes[i].node)->function) &&
		    may_enter(effect_of(self, state, &writes[i])))
			return true;
	return false;
}

static bool is_handler(const struct td_program *program, uint32_t reference)
{
	static const char *const fields[] = { "sa_handler", "sa_sigaction", NULL };
	unsigned which;
	uint32_t call = td_given_to(program, reference, &which), parent = td_parent(program, reference);
	const char *name = call ? td_text(program, td_node(program, call)->spelling) : "";

	if (strcasestr(name, "signal") || strstr(name, "sigaction"))
		return true;
	return td_node(program, parent)->kind == TD_N_ASSIGN &&
	       td_is_one_of(td_short_name(td_text(program, td_node(program, parent + 1)->spelling)), fields);
}

/* A signal may come at any time, any number of times. */
static uint32_t renewed_by_signal(struct td_check *self, const struct state *state, const struct td_write *writes, size_t count,
				  bool through)
{
	const struct td_program *program = self->program;

	for (size_t i = 0; i < count; i++) {
		size_t references;
		const struct td_use *pointed = td_uses_of(&program->pointed, td_function_of(program, writes[i].node)->name, &references);

		for (size_t j = 0; j < references && writes[i].through == through; j++)
			if (is_handler(program, pointed[j].node) && may_enter(effect_of(self, state, &writes[i])))
				return writes[i].node;
	}
	return 0;
}

/* slots[i].used, where slots is an array: as many as it has elements. */
static bool is_slot(struct td_check *self, uint32_t field, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t base = td_without_address(program, td_resolve(self, field + 1, &scope));

	return td_node(program, base)->kind == TD_N_SUBSCRIPT && strchr(td_text(program, td_node(program, base + 1)->type), '[');
}

/* slots = realloc(slots, 2 * most * sizeof *slots): there are more and more of them. */
static uint32_t remade(const struct td_check *self, const struct state *state)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, state->variable + 1)->name, &count);

	if (td_node(program, state->variable)->kind != TD_N_SUBSCRIPT || !td_node(program, state->variable + 1)->name)
		return 0;
	for (size_t i = 0; i < count; i++)
		if (!writes[i].through && (td_is_written_in_loop(self, &writes[i]) ||
					   td_set_has(self->threads, td_node(program, writes[i].node)->function)))
			return writes[i].node;
	return 0;
}

/* The pointer is the same in every round, or goes along an array, which has an end. */
static bool points_within(struct td_check *self, uint32_t pointer, const struct td_scope *scope)
{
	char *why = NULL;
	enum td_trend trend = td_trend_of(self, pointer, scope, &why);

	free(why);
	return trend == TD_RISING || trend == TD_FALLING || td_is_steady(self, pointer, scope);
}

static bool is_fresh(struct td_check *self, const struct state *state)
{
	const struct td_node *at = td_node(self->program, state->variable);

	if (at->kind == TD_N_UNARY && at->op == TD_O_DEREF)
		return !points_within(self, state->variable + 1, state->scope);

	if (at->kind == TD_N_SUBSCRIPT && td_node(self->program, state->variable + 1)->kind == TD_N_FIELD)
		return !td_is_steady(self, state->variable + 2, state->scope);
	if (at->kind == TD_N_SUBSCRIPT)
		at = td_node(self->program, state->variable + 1);
	if (at->kind == TD_N_FIELD)
		return !td_is_steady(self, state->variable + 1, state->scope) && !is_slot(self, state->variable, state->scope);
	return at->flags & TD_F_LOCAL && state->scope != &self->scopes[self->level];
}

/* An element's flag is set by the name that the element was asked by, and each time. */
static bool leaves_itself(struct td_check *self, const struct state *state, const struct td_write *write)
{
	const struct td_program *program = self->program;
	uint32_t written = write->node + 1;

	return td_node(program, write->node)->kind == TD_N_ASSIGN && td_node(program, written)->kind == TD_N_FIELD &&
	       td_node(program, written)->function == td_node(program, state->variable)->function &&
	       td_node(program, written + 1)->kind == TD_N_REF &&
	       td_node(program, written + 1)->name == td_node(program, state->variable + 1)->name && td_accompanies(self, write->node);
}

/* It is another variable in each round; but if it belongs to an element of a list that stays as it is, each has its own. */
static struct td_opinion judge_element(struct td_check *self, const struct state *state)
{
	const struct td_program *program = self->program;
	bool leaves = false, through;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_target(program, state->variable, &through), &count);

	if (td_node(program, state->variable)->kind != TD_N_FIELD || !td_is_element(self, state->variable + 1, state->scope))
		return say(TD_UNBOUNDED, NULL, td_strdup("it is another variable in each round"));
	for (size_t i = 0; i < count; i++) {
		enum effect effect;

		if (writes[i].through != through || !td_is_in_loop(self, writes[i].node))
			continue;
		effect = effect_of(self, state, &writes[i]);
		if (effect == LEAVES)
			leaves |= leaves_itself(self, state, &writes[i]);
		else if (effect != STAYS && !td_is_after_failure(self, writes[i].node))
			return say(TD_UNBOUNDED, NULL, td_format("it is set back in the loop (line %u)",
								 td_node(program, writes[i].node)->line));
	}
	if (!leaves)
		return say(TD_UNBOUNDED, NULL, td_strdup("nothing in the loop changes it whenever something is created"));
	if (is_renewed(self, state, writes, count, through))
		return say(TD_ALIVE, "flag", td_strdup("it is set when one is created and set back by the thread"));
	return say(TD_BOUNDED, "flag", td_strdup("each element of a list that does not grow meanwhile has its own"));
}

/* All that is done to the variable. */
static struct td_opinion judge_writes(struct td_check *self, const struct state *state, const struct td_write *writes, size_t count)
{
	const struct td_program *program = self->program;
	struct td_opinion opinion = { 0 };
	bool through, renewed = false;
	uint32_t name = td_target(program, state->variable, &through);

	opinion.verdict = in_loop(self, state, writes, count, through, &renewed, &opinion.why);
	if (!opinion.verdict && !opinion.why && state->op == TD_O_EQ && gives_address(program, self->sites[0], name))
		opinion.verdict = TD_BOUNDED;
	if (!opinion.verdict)
		return opinion.why
			   ? opinion
			   : say(TD_UNBOUNDED, NULL, td_strdup("nothing in the loop changes it whenever something is created"));
	name = renewed_by_signal(self, state, writes, count, through);
	if (name)
		return say(TD_UNBOUNDED, NULL, td_format("a signal sets it back (line %u)", td_node(program, name)->line));
	if (renewed)
		return say(TD_ALIVE, "flag", td_strdup("it is set when one is created and set back when that has ended"));
	if (is_renewed(self, state, writes, count, through))
		return say(TD_ALIVE, "flag", td_strdup("it is set when one is created and set back by the thread"));
	return say(opinion.verdict, state->op == TD_O_EQ && !state->value ? "once" : "flag",
		   td_strdup("creating one makes it false for good"));
}

static bool is_handed(const struct td_program *program, uint32_t variable)
{
	return td_node(program, variable)->kind == TD_N_SUBSCRIPT && td_node(program, variable + 1)->flags & TD_F_PARAMETER;
}

/* is_taken[i], where is_taken is a parameter. */
static struct td_opinion judge_handed(struct td_check *self, const struct state *state)
{
	struct td_writes writes = { 0 };
	struct td_opinion opinion = td_find_table(self, state->variable + 1, state->scope, &writes)
					? judge_writes(self, state, writes.items, writes.count)
					: judge_element(self, state);

	free(writes.items);
	return opinion;
}

static struct td_opinion judge_flag(struct td_check *self, const struct td_comparison *comparison, bool as_it_stands)
{
	const struct td_program *program = self->program;
	struct state state;
	const struct td_write *writes;
	bool through;
	uint32_t again;
	size_t count;

	if (!state_of(self, comparison, &state, as_it_stands))
		return (struct td_opinion){ 0 };
	if (is_handed(program, state.variable))
		return judge_handed(self, &state);
	if (is_fresh(self, &state))
		return judge_element(self, &state);
	if ((again = remade(self, &state)))
		return say(TD_UNBOUNDED, NULL, td_format("its table is made anew in the loop (line %u)", td_node(program, again)->line));
	if ((again = cleared_by_another(self, &state)))
		return say(TD_UNBOUNDED, NULL, td_format("it may be set back in the loop (line %u)", td_node(program, again)->line));
	writes = td_writes_of(program, td_target(program, state.variable, &through), &count);
	return judge_writes(self, &state, writes, count);
}

/* The variable itself, or else the one that it was copied from. */
struct td_opinion td_pattern_flag(struct td_check *self, const struct td_comparison *comparison)
{
	struct td_opinion opinion = judge_flag(self, comparison, true);

	if (opinion.verdict)
		return opinion;
	free(opinion.why);
	return judge_flag(self, comparison, false);
}

/* static std::thread t(run) in a function; pthread_once on the way. */
struct td_opinion td_pattern_once(struct td_check *self)
{
	const struct td_program *program = self->program;

	if (self->once)
		return say(TD_BOUNDED, "once", td_strdup("pthread_once or the like calls it a single time"));
	for (size_t level = 0; level <= self->level; level++)
		for (uint32_t at = td_function_of(program, self->sites[level])->first; at != self->sites[level];
		     at = td_child_with(program, at, self->sites[level]))
			if (td_node(program, at)->kind == TD_N_DECLARE && td_node(program, at)->flags & TD_F_STATIC)
				return say(TD_BOUNDED, "once", td_strdup("a static variable gets its initial value a single time"));
	return say(TD_UNBOUNDED, NULL, NULL);
}
