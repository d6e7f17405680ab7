#include "branches.h"

#include "creators.h"

#include <limits.h>
#include <string.h>

struct doing {
	const struct td_program *program;
	uint32_t first;          /* node of the function */
	uint32_t name;
	int64_t value;
	uint8_t *done;
};

/* static const int FREE = 2. */
static uint32_t initial_value(const struct td_program *program, uint32_t node)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, node)->name, &count);
	uint32_t value = count == 1 && writes[0].change == TD_CHANGE_SET && !writes[0].through ? writes[0].value : 0;

	return value && td_node(program, value)->kind == TD_N_LITERAL ? value : 0;
}

bool td_literal_value(const struct td_program *program, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_REF && at->flags & TD_F_CONST && initial_value(program, node))
		at = td_node(program, initial_value(program, node));
	if (at->kind == TD_N_UNARY && at->op == TD_O_NEG && td_literal_value(program, node + 1, value)) {
		*value = -*value;
		return true;
	}
	*value = at->value;
	return at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN);
}

static bool is_relation(enum td_operator op)
{
	return op >= TD_O_LT && op <= TD_O_NE;
}

uint32_t td_branches_on(const struct td_program *program, uint32_t node, unsigned child)
{
	const struct td_node *at = td_node(program, node);
	bool asks = at->kind == TD_N_IF || at->kind == TD_N_SWITCH || at->kind == TD_N_WHILE || at->kind == TD_N_CONDITIONAL ||
		    (at->kind == TD_N_UNARY && at->op == TD_O_NOT);
	bool compares = at->kind == TD_N_BINARY && (is_relation(at->op) || at->op == TD_O_ALL || at->op == TD_O_ANY);
	uint32_t asked = (asks && !child) || compares ? td_child(program, node, child) : 0;

	return asked && td_node(program, asked)->kind == TD_N_REF && td_node(program, asked)->flags & TD_F_PARAMETER
		   ? td_node(program, asked)->name
		   : 0;
}

/* As unsigned numbers, or cut to their lower half, they may compare differently: then the result is not known. */
static bool compare(int64_t left, enum td_operator op, int64_t right, int64_t *value)
{
	bool is_equal = left == right;

	if (left < 0 || right < 0 || left > INT_MAX || right > INT_MAX) {
		if (!is_equal && ((uint32_t)left == (uint32_t)right || (op != TD_O_EQ && op != TD_O_NE)))
			return false;
	}
	*value = op == TD_O_EQ ? is_equal : op == TD_O_NE ? !is_equal : op == TD_O_LT ? left < right : op == TD_O_LE ? left <= right
	       : op == TD_O_GT ? left > right : left >= right;
	return true;
}

static bool is_known(const struct doing *self, uint32_t node, int64_t *value);

static bool is_known_operation(const struct doing *self, uint32_t node, int64_t *value)
{
	enum td_operator op = td_node(self->program, node)->op;
	int64_t left = 0, right = 0;
	bool knows_left = is_known(self, node + 1, &left), knows_right = is_known(self, td_child(self->program, node, 1), &right);

	if (op == TD_O_ALL || op == TD_O_ANY) {
		bool decides = op == TD_O_ANY;

		*value = (knows_left && !!left == decides) || (knows_right && !!right == decides) ? decides : !decides;
		return !!*value == decides || (knows_left && knows_right);
	}
	return is_relation(op) && knows_left && knows_right && compare(left, op, right, value);
}

/* What an expression is, as far as the parameter decides it. */
static bool is_known(const struct doing *self, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(self->program, node);

	if ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && at->name == self->name) {
		*value = self->value;
		return true;
	}
	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT && is_known(self, node + 1, value)) {
		*value = !*value;
		return true;
	}
	return at->kind == TD_N_BINARY ? is_known_operation(self, node, value) : td_literal_value(self->program, node, value);
}

/* Does a statement or expression; whether what stands behind it is done as well. */
static bool go(const struct doing *self, uint32_t node);

static void mark_all(const struct doing *self, uint32_t node)
{
	memset(self->done + (node - self->first), 1, td_node(self->program, node)->end - node);
}

static bool go_if(const struct doing *self, uint32_t node)
{
	uint32_t yes = td_child(self->program, node, 1), no = td_child(self->program, node, 2);
	int64_t value;
	bool goes_on;

	go(self, node + 1);
	if (is_known(self, node + 1, &value))
		return !value && !no ? true : go(self, value ? yes : no);
	goes_on = go(self, yes);
	return !no || go(self, no) || goes_on;
}

static bool go_operator(const struct doing *self, uint32_t node)
{
	int64_t value;
	bool is_decided = is_known(self, node + 1, &value) && (value != 0) == (td_node(self->program, node)->op == TD_O_ANY);

	go(self, node + 1);
	if (!is_decided)
		go(self, td_child(self->program, node, 1));
	return true;
}

static bool go_while(const struct doing *self, uint32_t node)
{
	int64_t value;

	go(self, node + 1);
	if (!is_known(self, node + 1, &value) || value)
		go(self, td_child(self->program, node, 1));
	return true;
}

/* Whether one of the labels in front of a statement is for the value, or the default. */
static bool has_label(const struct doing *self, uint32_t at, bool by_default, int64_t asked)
{
	int64_t value;

	for (;; at = td_child(self->program, at, td_node(self->program, at)->kind == TD_N_CASE ? 1 : 0)) {
		enum td_node_kind kind = td_node(self->program, at)->kind;

		if (kind != TD_N_CASE && kind != TD_N_DEFAULT)
			return false;
		if (kind == TD_N_DEFAULT ? by_default : !by_default && td_literal_value(self->program, at + 1, &value) && value == asked)
			return true;
	}
}

/* All its labels are numbers and stand in the body itself, not deeper. */
static bool is_plain_switch(const struct doing *self, uint32_t body)
{
	uint32_t labels = 0;
	int64_t value;

	if (td_node(self->program, body)->kind != TD_N_BLOCK)
		return false;
	for (uint32_t i = body + 1; i < td_node(self->program, body)->end; i++) {
		enum td_node_kind kind = td_node(self->program, i)->kind;

		if (kind == TD_N_SWITCH) {
			i = td_node(self->program, i)->end - 1;
			continue;
		}
		labels += kind == TD_N_CASE || kind == TD_N_DEFAULT;
		if (kind == TD_N_CASE && (!td_literal_value(self->program, i + 1, &value) || value < 0 || value > INT_MAX ||
					  td_child_count(self->program, i) != 2)) /* case 1 ... 5 */
			return false;
	}
	for (uint32_t at = body + 1; at < td_node(self->program, body)->end; at = td_node(self->program, at)->end)
		for (uint32_t i = at; td_node(self->program, i)->kind == TD_N_CASE || td_node(self->program, i)->kind == TD_N_DEFAULT;
		     labels--)
			i = td_child(self->program, i, td_node(self->program, i)->kind == TD_N_CASE ? 1 : 0);
	return labels == 0;
}

static uint32_t labelled(const struct doing *self, uint32_t body, int64_t value)
{
	for (int by_default = 0; by_default < 2; by_default++)
		for (uint32_t at = body + 1; at < td_node(self->program, body)->end; at = td_node(self->program, at)->end)
			if (has_label(self, at, by_default, value))
				return at;
	return 0;
}

/* A break that is done ends this switch, and not a loop or another switch inside it. */
static bool is_broken(const struct doing *self, uint32_t body)
{
	for (uint32_t i = body; i < td_node(self->program, body)->end; i++) {
		enum td_node_kind kind = td_node(self->program, i)->kind;

		if (kind == TD_N_BREAK && self->done[i - self->first])
			return true;
		if (kind == TD_N_SWITCH || kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE)
			i = td_node(self->program, i)->end - 1;
	}
	return false;
}

static bool go_switch(const struct doing *self, uint32_t node)
{
	uint32_t body = td_child(self->program, node, 1);
	int64_t value;
	bool goes_on = true;

	go(self, node + 1);
	if (!is_known(self, node + 1, &value) || value < 0 || value > INT_MAX || !is_plain_switch(self, body)) {
		mark_all(self, body);
		return true;
	}
	self->done[body - self->first] = 1;
	for (uint32_t at = labelled(self, body, value); at && goes_on && at < td_node(self->program, body)->end;
	     at = td_node(self->program, at)->end)
		goes_on = go(self, at);
	return goes_on || is_broken(self, body);
}

static bool go_block(const struct doing *self, uint32_t node)
{
	bool goes_on = true;

	for (uint32_t at = node + 1; goes_on && at < td_node(self->program, node)->end; at = td_node(self->program, at)->end)
		goes_on = go(self, at);
	return goes_on;
}

static bool go_inside(const struct doing *self, uint32_t node)
{
	bool goes_on = true;

	for (uint32_t at = node + 1; at < td_node(self->program, node)->end; at = td_node(self->program, at)->end)
		goes_on = go(self, at);
	return goes_on;
}

static bool go(const struct doing *self, uint32_t node)
{
	const struct td_node *at = td_node(self->program, node);

	self->done[node - self->first] = 1;
	switch (at->kind) {
	case TD_N_IF:
	case TD_N_CONDITIONAL:
		return go_if(self, node);
	case TD_N_WHILE:
		return go_while(self, node);
	case TD_N_SWITCH:
		return go_switch(self, node);
	case TD_N_BLOCK:
	case TD_N_FUNCTION:
		return go_block(self, node);
	case TD_N_CASE:
	case TD_N_DEFAULT:
		return go_inside(self, node);
	case TD_N_BINARY:
		if (at->op == TD_O_ALL || at->op == TD_O_ANY)
			return go_operator(self, node);
		break;
	case TD_N_RETURN:
	case TD_N_THROW:
	case TD_N_BREAK:
	case TD_N_CONTINUE:
		go_inside(self, node);
		return false;
	default:
		break;
	}
	go_inside(self, node);
	return !td_never_returns(self->program, node);
}

static bool has_labels(const struct td_program *program, const struct td_function *function)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_LABEL || td_node(program, i)->kind == TD_N_GOTO)
			return true;
	return false;
}

void td_branches_mark(const struct td_program *program, const struct td_function *function, uint32_t name, int64_t value,
		      uint8_t *done)
{
	struct doing self = { program, function->first, name, value, done };

	if (has_labels(program, function))
		memset(done, 1, function->count);
	else
		go(&self, function->first);
}
