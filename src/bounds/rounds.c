/* One round of a loop, with what its variables are: whether a round that creates can be followed by another one.
 *
 *   do { again = false; ...; if (size - at <= available) { part = size - at; again = true; } ...
 *        left = part; start(&left); if (left != 0) again = false; } while (again);
 *
 * All ways through the body are gone (at most so many), each with what is known on it (rounds.h), from a beginning where nothing is
 * known.  If none that comes by the creation comes to a next round, there is one creation at most.  What is not understood makes
 * variables unknown; jumps by goto, handlers of exceptions and the creation inside an inner loop end the attempt.
 */
#include "check.h"
#include "rounds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAYS = 3000 };

struct ways {
	struct td_known *items;
	size_t count, room;
};

struct round {
	struct td_check *check;
	const struct td_program *program;
	struct ways again;           /* that came to a continue */
	size_t gone;
	bool is_lost;
};

static struct td_value evaluate(struct round *self, struct td_known *known, uint32_t node);

static struct td_value number(int64_t value)
{
	return (struct td_value){ .kind = TD_V_NUMBER, .number = value };
}

static bool add_way(struct round *self, struct ways *ways, const struct td_known *known)
{
	if (++self->gone > MOST_WAYS)
		self->is_lost = true;
	else
		TD_PUSH(ways, *known);
	return !self->is_lost;
}

static void add_ways(struct round *self, struct ways *ways, struct ways *more)
{
	for (size_t i = 0; i < more->count && add_way(self, ways, &more->items[i]); i++)
		;
	free(more->items);
	*more = (struct ways){ 0 };
}

/* int &other = n */
static bool is_reference(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_DECLARE && strchr(td_text(program, td_node(program, node)->type), '&');
}

/* A variable of the function that no pointer points to, but for calls that are given its address. */
static bool is_own(const struct round *self, uint32_t node)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, at->name, &count);

	if (at->kind != TD_N_REF || !(at->flags & TD_F_LOCAL) || at->flags & (TD_F_STATIC | TD_F_GLOBAL))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint32_t parent = td_parent(program, refs[i].node);

		if (td_node(program, parent)->kind == TD_N_UNARY && td_node(program, parent)->op == TD_O_ADDRESS &&
		    td_node(program, td_parent(program, parent))->kind != TD_N_CALL)
			return false;
		if (is_reference(program, parent))
			return false;
	}
	return !strchr(td_text(program, at->type), '&');
}

/* The names under which a variable or field is kept; false if nothing is known of it. */
static bool place_of(const struct round *self, uint32_t node, uint32_t *base, uint32_t *field)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	*base = 0;
	*field = at->name;
	if (at->kind == TD_N_FIELD && at->name && is_own(self, node + 1)) {
		*base = td_node(program, node + 1)->name;
		return true;
	}
	return at->name && is_own(self, node);
}

/* How many bytes a number has; 0: it is none that is known, or a smaller one. */
static unsigned width_of(const struct td_program *program, uint32_t node)
{
	static const char *const wide[] = { "unsigned long", "long", "unsigned long long", "long long", NULL };
	static const char *const usual[] = { "int", "unsigned int", NULL };
	const char *type = td_text(program, td_node(program, node)->type);

	if (td_node(program, node)->kind == TD_N_BINARY) {
		unsigned left = width_of(program, node + 1), right = width_of(program, td_child(program, node, 1));

		return left && right && right > left ? right : right ? left : 0;
	}
	return td_is_one_of(type, wide) ? 8 : td_is_one_of(type, usual) ? 4 : 0;
}

/* What does not fit is cut off. */
static bool fits(const struct round *self, uint32_t to, uint32_t from)
{
	unsigned width = width_of(self->program, from);

	return (width && width_of(self->program, to) >= width) ||
	       (td_node(self->program, from)->type && td_node(self->program, to)->type == td_node(self->program, from)->type);
}

static void assign(struct round *self, struct td_known *known, uint32_t to, struct td_value value)
{
	uint32_t base, field;

	if (place_of(self, to, &base, &field))
		td_known_set(known, base, field, value);
	else if (td_node(self->program, to)->kind == TD_N_FIELD)
		td_known_forget(known, td_node(self->program, to)->name);
	else if (td_node(self->program, to)->kind != TD_N_REF)
		td_known_forget_fields(known);
	if (td_node(self->program, to)->kind == TD_N_REF) /* what it points to is something else now */
		for (size_t i = 0; i < known->bound_count; i++)
			if (known->bound[i].base == td_node(self->program, to)->name)
				td_known_forget(known, known->bound[i--].field);
}

/* A function that is on the way does nothing with this parameter. */
static bool is_left_alone(const struct round *self, uint32_t call, unsigned argument)
{
	const struct td_check *check = self->check;
	const struct td_function *function;
	uint32_t parameter;
	size_t count;

	if (call != check->sites[check->level] || !check->level)
		return false;
	function = &self->program->all.functions.items[check->scopes[check->level - 1].function];
	parameter = function->first + 1;
	for (; argument > 1 && td_node(self->program, parameter)->kind == TD_N_PARAMETER; argument--)
		parameter = td_node(self->program, parameter)->end;
	if (td_node(self->program, parameter)->kind != TD_N_PARAMETER || !td_node(self->program, parameter)->name)
		return false;
	td_uses_of(&self->program->refs, td_node(self->program, parameter)->name, &count);
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(self->program, i)->kind == TD_N_REF && td_node(self->program, i)->name == td_node(self->program, parameter)->name &&
		    td_node(self->program, td_parent(self->program, i))->kind != TD_N_BLOCK) /* (void)size; */
			return false;
	return true;
}

static struct td_value call(struct round *self, struct td_known *known, uint32_t node)
{
	const struct td_program *program = self->program;

	for (unsigned i = 0; td_child(program, node, i); i++) {
		uint32_t argument = td_child(program, node, i), inner = td_without_address(program, argument);

		if (inner == argument)
			evaluate(self, known, argument);
		if (is_own(self, argument)) /* in C++ it may be a reference that the function has */
			td_known_forget(known, td_node(program, argument)->name);
		else if (inner != argument && !is_left_alone(self, node, i))
			assign(self, known, inner, td_known_new(known));
	}
	td_known_forget_fields(known);
	known->created |= node == self->check->sites[self->check->level];
	return td_known_new(known);
}

/* Whatever its parts do is done, and what it is is not known. */
static struct td_value evaluate_parts(struct round *self, struct td_known *known, uint32_t node)
{
	for (uint32_t i = td_node(self->program, node)->end > node + 1 ? node + 1 : 0; i && i < td_node(self->program, node)->end;
	     i = td_node(self->program, i)->end)
		evaluate(self, known, i);
	return td_known_new(known);
}

static bool has_site(const struct round *self, uint32_t node)
{
	return td_is_inside(self->program, self->check->sites[self->check->level], node);
}

static bool branches(const struct td_node *at)
{
	return at->kind == TD_N_CONDITIONAL || (at->kind == TD_N_BINARY && (at->op == TD_O_ALL || at->op == TD_O_ANY));
}

static void forget_written(struct round *self, struct td_known *known, uint32_t first, uint32_t last);

static struct td_value evaluate_binary(struct round *self, struct td_known *known, uint32_t node)
{
	struct td_value left = evaluate(self, known, node + 1), right = evaluate(self, known, td_child(self->program, node, 1));
	enum td_operator op = td_node(self->program, node)->op;

	if (op == TD_O_COMMA)
		return right;
	if (op == TD_O_SUB && right.kind == TD_V_NUMBER && !right.number)
		return left;
	if (op == TD_O_SUB && left.kind == TD_V_UNKNOWN && right.kind == TD_V_UNKNOWN)
		return left.a == right.a ? number(0) : (struct td_value){ .kind = TD_V_DIFFERENCE, .a = left.a, .b = right.a };
	return td_known_new(known);
}

static struct td_value evaluate(struct round *self, struct td_known *known, uint32_t node)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	struct td_value value;
	uint32_t base, field;

	if (branches(at) || at->kind == TD_N_LAMBDA || at->kind == TD_N_OTHER) {
		self->is_lost |= has_site(self, node) || at->kind == TD_N_LAMBDA;
		forget_written(self, known, node, at->end);
		return td_known_new(known);
	}
	if (at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN))
		return number(at->value);
	if (at->kind == TD_N_CALL)
		return call(self, known, node);
	if (at->kind == TD_N_BINARY)
		return evaluate_binary(self, known, node);
	if (at->kind == TD_N_ASSIGN) {
		value = evaluate(self, known, td_child(program, node, 1));
		if (at->op != TD_O_NONE || (value.kind != TD_V_NUMBER && !fits(self, node + 1, td_child(program, node, 1))))
			value = td_known_new(known);
		assign(self, known, node + 1, value);
		return value;
	}
	if (at->kind == TD_N_UNARY && (at->op == TD_O_INC || at->op == TD_O_DEC)) {
		assign(self, known, node + 1, td_known_new(known));
		return td_known_new(known);
	}
	if ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && place_of(self, node, &base, &field))
		return td_known_get(known, base, field);
	return evaluate_parts(self, known, node);
}

/* Whatever the part may do, any number of times, has been done. */
static void forget_written(struct round *self, struct td_known *known, uint32_t first, uint32_t last)
{
	const struct td_program *program = self->program;

	for (uint32_t i = first; i < last; i++) {
		const struct td_node *at = td_node(program, i);

		if (at->kind == TD_N_ASSIGN || (at->kind == TD_N_UNARY && (at->op == TD_O_INC || at->op == TD_O_DEC)))
			assign(self, known, i + 1, td_known_new(known));
		else if (at->kind == TD_N_DECLARE)
			td_known_forget(known, at->name);
		else if (at->kind == TD_N_CALL)
			call(self, known, i);
		self->is_lost |= at->kind == TD_N_GOTO || at->kind == TD_N_LABEL || at->kind == TD_N_LAMBDA || at->kind == TD_N_TRY;
	}
}

/* Splits the ways by how the condition turns out. */
static void split(struct round *self, uint32_t node, struct ways *ways, struct ways *so, struct ways *not_so);

static void split_two(struct round *self, uint32_t node, struct ways *ways, struct ways *so, struct ways *not_so)
{
	bool is_all = td_node(self->program, node)->op == TD_O_ALL;
	struct ways on = { 0 };

	split(self, node + 1, ways, is_all ? &on : so, is_all ? not_so : &on);
	split(self, td_child(self->program, node, 1), &on, so, not_so);
}

static enum td_operator contrary(enum td_operator op)
{
	static const enum td_operator operators[] = { [TD_O_LT] = TD_O_GE, [TD_O_GE] = TD_O_LT, [TD_O_GT] = TD_O_LE,
						      [TD_O_LE] = TD_O_GT, [TD_O_EQ] = TD_O_NE, [TD_O_NE] = TD_O_EQ };

	return operators[op];
}

static void split_one(struct round *self, uint32_t node, struct td_known *known, struct ways *so, struct ways *not_so)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	bool compares = at->kind == TD_N_BINARY && at->op >= TD_O_LT && at->op <= TD_O_NE;
	struct td_value left = evaluate(self, known, compares ? node + 1 : node);
	struct td_value right = compares ? evaluate(self, known, td_child(program, node, 1)) : number(0);
	enum td_operator op = compares ? at->op : TD_O_NE;
	struct td_known other = *known;

	if (td_known_assume(known, left, op, right))
		add_way(self, so, known);
	if (td_known_assume(&other, left, contrary(op), right))
		add_way(self, not_so, &other);
}

static void split(struct round *self, uint32_t node, struct ways *ways, struct ways *so, struct ways *not_so)
{
	const struct td_node *at = td_node(self->program, node);

	if (at->kind == TD_N_BINARY && (at->op == TD_O_ALL || at->op == TD_O_ANY)) {
		split_two(self, node, ways, so, not_so);
		return;
	}
	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT) {
		split(self, node + 1, ways, not_so, so);
		return;
	}
	for (size_t i = 0; i < ways->count && !self->is_lost; i++)
		split_one(self, node, &ways->items[i], so, not_so);
	free(ways->items);
	*ways = (struct ways){ 0 };
}

static struct ways run(struct round *self, uint32_t node, struct ways ways);

static struct ways run_block(struct round *self, uint32_t node, struct ways ways)
{
	for (uint32_t at = node + 1; at < td_node(self->program, node)->end && ways.count; at = td_node(self->program, at)->end)
		ways = run(self, at, ways);
	return ways;
}

static struct ways run_if(struct round *self, uint32_t node, struct ways ways)
{
	uint32_t then = td_child(self->program, node, 1), other = td_child(self->program, node, 2);
	struct ways so = { 0 }, not_so = { 0 };

	split(self, node + 1, &ways, &so, &not_so);
	so = run(self, then, so);
	if (other)
		not_so = run(self, other, not_so);
	add_ways(self, &so, &not_so);
	return so;
}

/* A loop or switch inside the loop: it may do what it likes with the variables that it writes to, and a continue in a switch goes on. */
static struct ways run_unseen(struct round *self, uint32_t node, struct ways ways)
{
	const struct td_program *program = self->program;

	self->is_lost |= has_site(self, node);
	for (size_t i = 0; i < ways.count && !self->is_lost; i++) {
		forget_written(self, &ways.items[i], node, td_node(program, node)->end);
		for (uint32_t j = node; j < td_node(program, node)->end; j++)
			if (td_node(program, j)->kind == TD_N_CONTINUE && td_jump_target(program, j) == self->check->loop.node)
				add_way(self, &self->again, &ways.items[i]);
	}
	return ways;
}

static struct ways run_expression(struct round *self, uint32_t node, struct ways ways)
{
	const struct td_node *at = td_node(self->program, node);

	for (size_t i = 0; i < ways.count; i++) {
		if (at->kind == TD_N_DECLARE) {
			uint32_t initial = td_child(self->program, node, 0);
			struct td_value value = initial && td_node(self->program, initial)->kind != TD_N_NONE
						    ? evaluate(self, &ways.items[i], initial) : td_known_new(&ways.items[i]);

			td_known_forget(&ways.items[i], at->name);
			if (value.kind == TD_V_NUMBER || (initial && fits(self, node, initial)))
				td_known_set(&ways.items[i], 0, at->name, value);
		} else {
			evaluate(self, &ways.items[i], node);
		}
	}
	return ways;
}

static struct ways end(struct ways ways)
{
	free(ways.items);
	return (struct ways){ 0 };
}

static struct ways run(struct round *self, uint32_t node, struct ways ways)
{
	switch (td_node(self->program, node)->kind) {
	case TD_N_BLOCK:
		return run_block(self, node, ways);
	case TD_N_IF:
		return run_if(self, node, ways);
	case TD_N_CONTINUE:
		add_ways(self, &self->again, &ways);
		return ways;
	case TD_N_BREAK:
	case TD_N_RETURN:
		return end(ways);
	case TD_N_WHILE:
	case TD_N_DO:
	case TD_N_FOR:
	case TD_N_RANGE:
	case TD_N_SWITCH:
		return run_unseen(self, node, ways);
	case TD_N_GOTO:
	case TD_N_LABEL:
	case TD_N_TRY:
	case TD_N_CATCH:
	case TD_N_THROW:
	case TD_N_CASE:
	case TD_N_DEFAULT:
		self->is_lost = true;
		return end(ways);
	default:
		return td_never_returns(self->program, node) ? end(ways) : run_expression(self, node, ways);
	}
}

/* The ways that come by the creation to the next round. */
static struct ways next_rounds(struct round *self, uint32_t loop)
{
	const struct td_program *program = self->program;
	enum td_node_kind kind = td_node(program, loop)->kind;
	uint32_t body = td_child(program, loop, kind == TD_N_DO ? 0 : kind == TD_N_FOR ? 3 : 1);
	uint32_t condition = td_child(program, loop, kind == TD_N_WHILE ? 0 : 1), step = kind == TD_N_FOR ? td_child(program, loop, 2) : 0;
	struct ways ways = { 0 }, so = { 0 }, not_so = { 0 };

	add_way(self, &ways, &(struct td_known){ 0 });
	if (kind != TD_N_DO && td_node(program, condition)->kind != TD_N_NONE) {
		split(self, condition, &ways, &so, &not_so);
		ways = so;
		so = end(not_so);
		not_so = so;
	}
	ways = run(self, body, ways);
	add_ways(self, &ways, &self->again);
	if (step && td_node(program, step)->kind != TD_N_NONE)
		ways = run_expression(self, step, ways);
	if (td_node(program, condition)->kind == TD_N_NONE)
		return ways;
	split(self, condition, &ways, &so, &not_so);
	end(not_so);
	return so;
}

/* A lambda may have a reference to any variable. */
static bool has_lambda(const struct td_program *program, const struct td_function *function)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_LAMBDA)
			return true;
	return false;
}

static bool creates_again(struct round *self)
{
	struct ways ways = next_rounds(self, self->check->loop.node);
	bool again = self->is_lost;

	for (size_t i = 0; i < ways.count; i++)
		again |= ways.items[i].created;
	end(ways);
	end(self->again);
	return again;
}

struct td_opinion td_pattern_rounds(struct td_check *self)
{
	enum td_node_kind kind = td_node(self->program, self->loop.node)->kind;
	struct round round = { .check = self, .program = self->program };

	if (self->loop.kind != TD_LOOP_STATEMENT || (kind != TD_N_WHILE && kind != TD_N_DO && kind != TD_N_FOR) ||
	    has_lambda(self->program, td_function_of(self->program, self->loop.node)) || creates_again(&round))
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "end", td_strdup("after a round that creates there is no further one") };
}
