/* What the outcome of a call on the way tells: which branch of an if that asks for it goes with a creation.
 *
 * For a function of the program that is the number which it returns on all ways by which it has come to create; if
 * there is no such number, a pointer is taken for something rather than nothing, and anything else tells nothing.  A
 * creation whose source is not there is assumed to have succeeded, whichever branch of the test it is. */
#include "check.h"
#include "paths.h"

#include <string.h>

/* The variable that the outcome of the creation is kept in, 0 for none. */
static uint32_t outcome(const struct td_check *self, size_t level)
{
	const struct td_program *program = self->program;
	uint32_t at = td_function_of(program, self->sites[level])->first, name = 0;
	bool through;

	while (at != self->sites[level]) {
		uint32_t inner = td_child_with(program, at, self->sites[level]);
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_DECLARE)
			name = td_node(program, at)->name;
		else if (kind == TD_N_ASSIGN && inner == td_child(program, at, 1))
			name = td_target(program, at + 1, &through);
		at = inner;
	}
	return name;
}

/* In s->is_ready it is not the outcome that is asked about, but what it points to, and that may have changed. */
static bool asks_for_outcome(const struct td_check *self, size_t level, uint32_t condition)
{
	const struct td_program *program = self->program;
	uint32_t name = outcome(self, level);

	if (td_is_inside(program, self->sites[level], condition))
		return true;
	for (uint32_t i = condition; name && i < td_node(program, condition)->end; i++)
		if (td_node(program, i)->name == name &&
		    (td_node(program, i)->kind == TD_N_REF || td_node(program, i)->kind == TD_N_FIELD) &&
		    td_node(program, td_parent(program, i))->kind != TD_N_FIELD)
			return true;
	return false;
}

static bool evaluate(const struct td_check *self, size_t level, uint32_t node, int64_t *value);

/* "and" is known if one side is known not to hold, or both are known. */
static bool evaluate_logical(const struct td_check *self, size_t level, uint32_t node, int64_t *value)
{
	bool decisive = td_node(self->program, node)->op == TD_O_ANY;
	int64_t left, right;
	bool is_left = evaluate(self, level, node + 1, &left);
	bool is_right = evaluate(self, level, td_child(self->program, node, 1), &right);
	bool is_decided = (is_left && (left != 0) == decisive) || (is_right && (right != 0) == decisive);

	*value = is_decided == decisive;
	return is_decided || (is_left && is_right);
}

/* What an expression is if the creation has succeeded; false if that is not known. */
static bool evaluate(const struct td_check *self, size_t level, uint32_t node, int64_t *value)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	int64_t left, right;

	*value = at->value;
	if (at->kind == TD_N_LITERAL)
		return !(at->flags & TD_F_UNKNOWN);
	if (node == self->sites[level] || ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && at->name == outcome(self, level)))
		return td_value_of_success(self, level, value);
	if (at->kind == TD_N_ASSIGN && at->op == TD_O_NONE)
		return evaluate(self, level, td_child(program, node, 1), value);
	if (at->kind == TD_N_UNARY && (at->op == TD_O_NOT || at->op == TD_O_NEG) && evaluate(self, level, node + 1, &left)) {
		*value = at->op == TD_O_NOT ? !left : -left;
		return true;
	}
	if (at->kind == TD_N_BINARY && (at->op == TD_O_ALL || at->op == TD_O_ANY))
		return evaluate_logical(self, level, node, value);
	if (at->kind != TD_N_BINARY || !evaluate(self, level, node + 1, &left) ||
	    !evaluate(self, level, td_child(program, node, 1), &right))
		return false;
	*value = td_holds(left, at->op, right);
	return at->op >= TD_O_LT && at->op <= TD_O_NE;
}

static bool is_pointer(const struct td_program *program, uint32_t node)
{
	const char *type = td_text(program, td_node(program, node)->type);

	return td_node(program, node)->flags & TD_F_POINTER || (*type && type[strlen(type) - 1] == '*');
}

/* if (thread), if (thread == NULL): what has created returns something rather than nothing. */
static bool asks_for_pointer(const struct td_check *self, size_t level, uint32_t node, bool *is_asked_for)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	bool is_unlike = at->kind == TD_N_BINARY && at->op == TD_O_NE;

	*is_asked_for = true;
	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT) {
		bool is_known = asks_for_pointer(self, level, node + 1, is_asked_for);

		*is_asked_for = !*is_asked_for;
		return is_known;
	}
	if (is_unlike || (at->kind == TD_N_BINARY && at->op == TD_O_EQ)) {
		const struct td_node *right = td_node(program, td_child(program, node, 1));
		bool is_known = right->kind == TD_N_LITERAL && !right->value && asks_for_pointer(self, level, node + 1, is_asked_for);

		*is_asked_for = *is_asked_for == is_unlike;
		return is_known;
	}
	if (at->kind == TD_N_ASSIGN && at->op == TD_O_NONE)
		return (is_pointer(program, node + 1) && td_child(program, node, 1) == self->sites[level]) ||
		       asks_for_pointer(self, level, td_child(program, node, 1), is_asked_for);
	return is_pointer(program, node) && (node == self->sites[level] || (at->name && at->name == outcome(self, level)));
}

/* As if the outcome were not replaced before it is asked for. */
static enum td_outcome outcome_if_kept(const struct td_check *self, size_t level, uint32_t outer, uint32_t inner)
{
	enum td_node_kind kind = td_node(self->program, outer)->kind;
	bool is_something;
	int64_t value;

	if ((kind != TD_N_IF && kind != TD_N_CONDITIONAL) || inner == outer + 1 || !asks_for_outcome(self, level, outer + 1))
		return TD_NOT_ASKED;
	if (!evaluate(self, level, outer + 1, &value)) {
		if (!asks_for_pointer(self, level, outer + 1, &is_something))
			return level ? TD_UNTOLD : TD_MEANT_WELL;
		value = is_something;
	}
	return (value != 0) == (inner == td_child(self->program, outer, 1)) ? TD_HAS_CREATED : TD_HAS_FAILED;
}

static bool is_failure_if_kept(const struct td_check *self, size_t level, uint32_t node)
{
	const struct td_program *program = self->program;

	for (uint32_t at = td_function_of(program, node)->first; at != node; at = td_child_with(program, at, node))
		if (outcome_if_kept(self, level, at, td_child_with(program, at, node)) == TD_HAS_FAILED)
			return true;
	return false;
}

/* r = start(); r = log(): it is not the outcome any more.  What is put there where creating has failed does not matter; writes are in
 * the order of the source, so that up to each of them the outcome was kept. */
static bool is_replaced(const struct td_check *self, size_t level, uint32_t condition)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[level];
	size_t count;
	const struct td_write *writes = td_writes_of(program, outcome(self, level), &count);

	if (td_is_inside(program, site, condition))
		return false;
	for (size_t i = 0; i < count; i++)
		if (writes[i].node >= td_node(program, site)->end && writes[i].node < condition && !writes[i].through &&
		    td_node(program, writes[i].node)->function == td_node(program, site)->function &&
		    !is_failure_if_kept(self, level, writes[i].node))
			return true;
	return false;
}

enum td_outcome td_outcome_for(const struct td_check *self, size_t level, uint32_t outer, uint32_t inner)
{
	enum td_outcome outcome = outcome_if_kept(self, level, outer, inner);

	return outcome != TD_NOT_ASKED && is_replaced(self, level, outer + 1) ? TD_NOT_ASKED : outcome;
}

bool td_is_failure(const struct td_check *self, size_t level, uint32_t node)
{
	const struct td_program *program = self->program;

	for (uint32_t at = td_function_of(program, node)->first; at != node; at = td_child_with(program, at, node))
		if (td_outcome_for(self, level, at, td_child_with(program, at, node)) == TD_HAS_FAILED)
			return true;
	return false;
}

/* do { ... } while (0), as macros have it. */
static bool is_done_once(const struct td_program *program, uint32_t loop)
{
	int64_t value;

	return td_literal_of(program, td_child(program, loop, 1), &value) && !value;
}

/* It may be done more than once in a call of its function. */
static bool is_repeated(const struct td_program *program, uint32_t node)
{
	const struct td_function *function = td_function_of(program, node);

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;
		bool is_loop = kind == TD_N_WHILE || kind == TD_N_FOR || kind == TD_N_RANGE || (kind == TD_N_DO && !is_done_once(program, i));

		if ((is_loop && td_is_inside(program, node, i)) || (kind == TD_N_GOTO && td_label_of(program, i) < i))
			return true;
	}
	return false;
}

/* What is known behind a call that has come to create, and the variable whose writes are looked for. */
struct telling {
	const struct td_program *program;
	uint32_t site;
	bool is_value_known;
	int64_t value;          /* what the call has returned */
	uint32_t variable;
};

static struct telling telling_of(const struct td_check *self, size_t level, uint32_t variable)
{
	struct telling telling = { .program = self->program, .site = self->sites[level], .variable = variable };

	telling.is_value_known = td_value_of_success(self, level, &telling.value);
	return telling;
}

/* if (pthread_detach(thread) != 0): a thread that was created just now can be detached. */
static bool asks_for_detaching(const struct telling *self, uint32_t statement, bool *turns_out)
{
	static const char *const functions[] = { "pthread_detach", "thrd_detach", NULL };
	const struct td_program *program = self->program;

	for (uint32_t i = statement + 1; i < td_node(program, statement + 1)->end; i++)
		if (td_node(program, i)->kind == TD_N_CALL && td_is_one_of(td_text(program, td_node(program, i)->spelling), functions))
			return td_result_decides(program, i, 0, statement, turns_out);
	return false;
}

static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct telling *self = data;
	const struct td_node *at = td_node(self->program, statement);
	bool turns_out;

	if (self->variable && at->kind == TD_N_ASSIGN && at->op == TD_O_NONE && at[1].kind == TD_N_REF && at[1].name == self->variable)
		return TD_NO_FURTHER;
	if (at->kind != TD_N_IF || !((self->is_value_known &&
				      td_result_decides(self->program, self->site, self->value, statement, &turns_out)) ||
				     asks_for_detaching(self, statement, &turns_out)))
		return TD_EITHER_WAY;
	return turns_out ? TD_IS_SO : TD_IS_NOT_SO;
}

/* The node may be done after the call sites[level] has come to create. */
static bool follows_success(const struct td_check *self, size_t level, uint32_t node)
{
	const struct td_program *program = self->program;
	struct telling telling = telling_of(self, level, 0);
	const struct td_foresight foresight = { foresee, &telling };

	if (td_is_inside(program, telling.site, node))
		return true;
	return !td_is_failure(self, level, node) &&
	       td_reaches_within(program, telling.site, node, td_function_of(program, telling.site)->first, &foresight);
}

/* int ok = 0; if (pthread_create(...) == 0) ok = 1; return ok: every path from the creation sets it, whatever it was
 * before. */
static bool is_set_after(const struct td_check *self, size_t level, uint32_t variable)
{
	struct telling telling = telling_of(self, level, variable);
	const struct td_foresight foresight = { foresee, &telling };

	return td_is_settled_after(self->program, telling.site, td_function_of(self->program, telling.site)->first, false, &foresight);
}

/* int result = 0; if (pthread_create(...)) result = -1; return result: the only number that is put there on the ways by which
 * something is created. */
static bool only_value_of(const struct td_check *self, size_t level, uint32_t node, int64_t *value)
{
	const struct td_program *program = self->program;
	uint32_t name = td_node(program, node)->name;
	bool is_known = false, is_set = is_set_after(self, level, name);
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	if (!(td_node(program, node)->flags & TD_F_LOCAL) || td_is_pointed_to(program, name))
		return false;
	for (size_t i = 0; i < count; i++) {
		int64_t put;

		if ((is_set || !td_reaches(program, writes[i].node, self->sites[level])) && !follows_success(self, level, writes[i].node))
			continue;
		if (writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value ||
		    !td_literal_of(program, writes[i].value, &put) || (is_known && put != *value))
			return false;
		*value = put;
		is_known = true;
	}
	return is_known;
}

static bool returned_after(const struct td_check *self, size_t level, uint32_t node, int64_t *value)
{
	return (!is_replaced(self, level, node) && evaluate(self, level, node, value)) ||
	       (td_node(self->program, node)->kind == TD_N_REF && only_value_of(self, level, node, value));
}

/* A function that does not return 0 returns something that stands for the thread, for which any number will do but 0 and -1. */
static bool value_of_creation(const struct td_program *program, uint32_t site, int64_t *value)
{
	*value = td_returns_zero(program, site) ? 0 : 1;
	return !*value || td_thread_function(program, site);
}

bool td_value_of_success(const struct td_check *self, size_t level, int64_t *value)
{
	const struct td_program *program = self->program;
	uint32_t site = level ? self->sites[level - 1] : 0;
	const struct td_function *function = level ? td_function_of(program, site) : NULL;
	bool is_known = false;
	int64_t returned;

	*value = 0;
	if (!level)
		return value_of_creation(program, self->sites[0], value);
	if (is_repeated(program, site))
		return false;
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(program, i)->kind != TD_N_RETURN || !follows_success(self, level - 1, i))
			continue;
		if (td_node(program, i)->end == i + 1 || !returned_after(self, level - 1, i + 1, &returned) ||
		    (is_known && returned != *value))
			return false;
		*value = returned;
		is_known = true;
	}
	return is_known;
}
