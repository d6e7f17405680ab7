/* What must hold for one more creation: the loop's own condition, those of the statements around the site, and the contrary of
 * those under which the round is left before it (break, return, goto, continue, a function that does not return).  Where the
 * loop can be left after the creation, the contrary of that must hold as well, or there is no next round. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

struct td_formula *td_formula_make(struct td_check *self, enum td_formula_kind kind)
{
	struct td_formula *made = td_alloc(sizeof *made);

	made->kind = kind;
	made->next = self->made;
	self->made = made;
	return made;
}

void td_formula_add(struct td_formula *self, struct td_formula *part)
{
	struct { struct td_formula **items; size_t count, room; } parts = { self->parts, self->part_count, self->part_room };

	TD_PUSH(&parts, part);
	self->parts = parts.items;
	self->part_count = parts.count;
	self->part_room = parts.room;
}

static enum td_operator contrary(enum td_operator op)
{
	switch (op) {
	case TD_O_LT:
		return TD_O_GE;
	case TD_O_GE:
		return TD_O_LT;
	case TD_O_GT:
		return TD_O_LE;
	case TD_O_LE:
		return TD_O_GT;
	case TD_O_EQ:
		return TD_O_NE;
	default:
		return TD_O_EQ;
	}
}

struct td_formula *td_formula_not(struct td_check *self, const struct td_formula *of)
{
	static const enum td_formula_kind kinds[] = { TD_IS_FALSE, TD_IS_TRUE, TD_IS_ANY, TD_IS_ALL, TD_IS_COMPARISON };
	struct td_formula *made = td_formula_make(self, kinds[of->kind]);

	made->comparison = of->comparison;
	made->comparison.op = contrary(of->comparison.op);
	for (size_t i = 0; i < of->part_count; i++)
		td_formula_add(made, td_formula_not(self, of->parts[i]));
	return made;
}

static struct td_formula *compare(struct td_check *self, enum td_operator op, uint32_t left, uint32_t right, uint32_t shown,
				  const struct td_scope *scope)
{
	struct td_formula *made = td_formula_make(self, TD_IS_COMPARISON);

	made->comparison = (struct td_comparison){ op, left, right, scope, shown };
	return made;
}

static struct td_formula *pair(struct td_check *self, enum td_formula_kind kind, struct td_formula *a, struct td_formula *b)
{
	struct td_formula *made = td_formula_make(self, kind);

	td_formula_add(made, a);
	td_formula_add(made, b);
	return made;
}

static bool is_relation(enum td_operator op)
{
	return op >= TD_O_LT && op <= TD_O_NE;
}

static bool is_zero(const struct td_node *node)
{
	return node->kind == TD_N_LITERAL && node->value == 0 && !(node->flags & TD_F_UNKNOWN);
}

static bool is_logical(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return (at->kind == TD_N_BINARY && (is_relation(at->op) || at->op == TD_O_ALL || at->op == TD_O_ANY)) ||
	       (at->kind == TD_N_UNARY && at->op == TD_O_NOT);
}

static struct td_formula *of_binary(struct td_check *self, uint32_t node, bool positive, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	enum td_operator op = td_node(program, node)->op;
	uint32_t left = td_child(program, node, 0), right = td_child(program, node, 1);

	if (op == TD_O_ALL || op == TD_O_ANY)
		return pair(self, (op == TD_O_ALL) == positive ? TD_IS_ALL : TD_IS_ANY, td_formula_of(self, left, positive, scope),
			    td_formula_of(self, right, positive, scope));
	if (op == TD_O_COMMA)
		return td_formula_of(self, right, positive, scope);
	if (!is_relation(op))
		return compare(self, positive ? TD_O_NE : TD_O_EQ, node, 0, node, scope);
	if (is_zero(td_node(program, right)) && is_logical(program, left) && (op == TD_O_EQ || op == TD_O_NE))
		return td_formula_of(self, left, (op == TD_O_NE) == positive, scope);
	return compare(self, positive ? op : contrary(op), left, right, node, scope);
}

/* c ? a : b is c and a, or not c and b. */
static struct td_formula *of_conditional(struct td_check *self, uint32_t node, bool positive, const struct td_scope *scope)
{
	uint32_t condition = td_child(self->program, node, 0);
	struct td_formula *yes = td_formula_of(self, td_child(self->program, node, 1), positive, scope);
	struct td_formula *no = td_formula_of(self, td_child(self->program, node, 2), positive, scope);

	return pair(self, TD_IS_ANY, pair(self, TD_IS_ALL, td_formula_of(self, condition, true, scope), yes),
		    pair(self, TD_IS_ALL, td_formula_of(self, condition, false, scope), no));
}

struct td_formula *td_formula_of(struct td_check *self, uint32_t node, bool positive, const struct td_scope *scope)
{
	const struct td_node *at = td_node(self->program, node);

	switch (at->kind) {
	case TD_N_LITERAL:
		return td_formula_make(self, (at->value != 0 || at->flags & TD_F_UNKNOWN) == positive ? TD_IS_TRUE : TD_IS_FALSE);
	case TD_N_BINARY:
		return of_binary(self, node, positive, scope);
	case TD_N_CONDITIONAL:
		return of_conditional(self, node, positive, scope);
	case TD_N_UNARY:
		if (at->op == TD_O_NOT)
			return td_formula_of(self, td_child(self->program, node, 0), !positive, scope);
		break;
	case TD_N_CALL:
		if (!strcmp(td_text(self->program, at->spelling), "__builtin_expect"))
			return td_formula_of(self, td_child(self->program, node, 1), positive, scope);
		break;
	default:
		break;
	}
	return compare(self, positive ? TD_O_NE : TD_O_EQ, node, 0, node, scope);
}

static bool is_loop(enum td_node_kind kind)
{
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

static uint32_t condition_of(const struct td_program *program, uint32_t loop)
{
	enum td_node_kind kind = td_node(program, loop)->kind;
	uint32_t condition = kind == TD_N_WHILE ? td_child(program, loop, 0)
			   : kind == TD_N_DO || kind == TD_N_FOR ? td_child(program, loop, 1) : 0;

	return condition && td_node(program, condition)->kind != TD_N_NONE ? condition : 0;
}

/* The values for which a switch comes to a statement: those of the labels above it, up to where no other case falls in. */
static struct td_formula *of_switch(struct td_check *self, uint32_t node, uint32_t target, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t body = td_child(program, node, 1), value = td_child(program, node, 0);
	struct td_formula *any = td_formula_make(self, TD_IS_ANY);
	bool all = false;

	for (uint32_t at = body + 1; at < td_node(program, body)->end && at <= target; at = td_node(program, at)->end) {
		uint32_t label = at;
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_BREAK || kind == TD_N_RETURN || kind == TD_N_CONTINUE || kind == TD_N_GOTO) {
			any = td_formula_make(self, TD_IS_ANY);
			all = false;
		}
		while (td_node(program, label)->kind == TD_N_CASE || td_node(program, label)->kind == TD_N_DEFAULT) {
			bool is_case = td_node(program, label)->kind == TD_N_CASE;

			if (is_case)
				td_formula_add(any, compare(self, TD_O_EQ, value, td_child(program, label, 0), value, scope));
			all |= !is_case;
			label = td_child(program, label, is_case ? 1 : 0);
			kind = td_node(program, label)->kind;
			if ((kind == TD_N_BREAK || kind == TD_N_RETURN || kind == TD_N_CONTINUE || kind == TD_N_GOTO) && label != target &&
			    td_node(program, at)->end <= target) {
				any = td_formula_make(self, TD_IS_ANY);
				all = false;
				break;
			}
		}
	}
	return all || !any->part_count ? td_formula_make(self, TD_IS_TRUE) : any;
}

/* What the statement `outer` adds for its part `inner` to be done. */
void td_formula_guard(struct td_check *self, struct td_formula *all, uint32_t outer, uint32_t inner, uint32_t target,
		      const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, outer);
	uint32_t condition;

	switch (at->kind) {
	case TD_N_IF:
	case TD_N_CONDITIONAL:
		if (inner != td_child(program, outer, 0))
			td_formula_add(all, td_formula_of(self, td_child(program, outer, 0), inner == td_child(program, outer, 1), scope));
		break;
	case TD_N_WHILE:
	case TD_N_FOR:
		condition = condition_of(program, outer);
		if (condition && inner != condition && !(at->kind == TD_N_FOR && inner == td_child(program, outer, 0)))
			td_formula_add(all, td_formula_of(self, condition, true, scope));
		break;
	case TD_N_SWITCH:
		if (inner != td_child(program, outer, 0))
			td_formula_add(all, of_switch(self, outer, target, scope));
		break;
	case TD_N_BINARY:
		if ((at->op == TD_O_ALL || at->op == TD_O_ANY) && inner == td_child(program, outer, 1))
			td_formula_add(all, td_formula_of(self, td_child(program, outer, 0), at->op == TD_O_ALL, scope));
		break;
	case TD_N_CATCH:
		td_formula_add(all, compare(self, TD_O_NE, outer, 0, outer, scope)); /* nobody knows */
		break;
	default:
		break;
	}
}

uint32_t td_child_with(const struct td_program *program, uint32_t outer, uint32_t target)
{
	uint32_t child = outer + 1;

	while (td_node(program, child)->end <= target)
		child = td_node(program, child)->end;
	return child;
}

/* The loop or switch that a break ends, the loop that a continue goes on with: the innermost around it. */
uint32_t td_jump_target(const struct td_program *program, uint32_t jump)
{
	bool is_break = td_node(program, jump)->kind == TD_N_BREAK;
	uint32_t at = td_function_of(program, jump)->first, found = 0;

	while (at != jump) {
		if (is_loop(td_node(program, at)->kind) || (is_break && td_node(program, at)->kind == TD_N_SWITCH))
			found = at;
		at = td_child_with(program, at, jump);
	}
	return found;
}

static uint32_t label_of(const struct td_program *program, uint32_t jump)
{
	const struct td_function *function = td_function_of(program, jump);

	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_LABEL && td_node(program, i)->name == td_node(program, jump)->name)
			return i;
	return 0;
}

/* Only the statements around it count, from `from` on. */
struct td_formula *td_formula_around(struct td_check *self, uint32_t from, uint32_t target, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	struct td_formula *all = td_formula_make(self, TD_IS_ALL);
	uint32_t at = td_function_of(program, target)->first;

	while (at != target) {
		uint32_t inner = td_child_with(program, at, target);

		if (at >= from)
			td_formula_guard(self, all, at, inner, target, scope);
		at = inner;
	}
	return all;
}

/* Whether a jump that stands before the target leads past it. */
static bool leads_past(const struct td_program *program, uint32_t jump, uint32_t target)
{
	uint32_t label;

	switch (td_node(program, jump)->kind) {
	case TD_N_RETURN:
	case TD_N_THROW:
		return true;
	case TD_N_BREAK:
	case TD_N_CONTINUE:
		label = td_jump_target(program, jump);
		return label && td_is_inside(program, target, label);
	case TD_N_GOTO:
		label = label_of(program, jump);
		return !label || label < jump || label > target;
	default:
		return td_never_returns(program, jump);
	}
}

static struct td_formula *after_loop(struct td_check *self, uint32_t loop, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	struct td_formula *any = td_formula_make(self, TD_IS_ANY);

	td_formula_add(any, td_formula_of(self, condition_of(program, loop), false, scope));
	for (uint32_t i = loop; i < td_node(program, loop)->end; i++)
		if (td_node(program, i)->kind == TD_N_BREAK && td_jump_target(program, i) == loop)
			td_formula_add(any, td_formula_around(self, loop + 1, i, scope));
	return any;
}

/* A function that was called before may have waited until something held. */
static void add_waits_inside(struct td_check *self, struct td_formula *all, uint32_t call, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_scope *inner = td_enter(self, call, scope);
	const struct td_function *function = inner ? &program->all.functions.items[inner->function] : NULL;
	uint32_t body = function ? function->first + 1 : 0;

	while (body && body < function->first + function->count && td_node(program, body)->kind != TD_N_BLOCK)
		body = td_node(program, body)->end;
	for (uint32_t at = body + 1; body && body < function->first + function->count && at < td_node(program, body)->end;
	     at = td_node(program, at)->end)
		if (is_loop(td_node(program, at)->kind) && condition_of(program, at))
			td_formula_add(all, after_loop(self, at, inner));
}

/* condition.wait(lock, [&] { return live < most; }) comes back when the lambda says so. */
static void add_predicate(struct td_check *self, struct td_formula *all, uint32_t call, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t argument;

	if (strcmp(td_short_name(td_text(program, td_node(program, call)->spelling)), "wait"))
		return;
	for (unsigned i = 1; (argument = td_child(program, call, i)); i++) {
		const struct td_scope *inner = td_node(program, argument)->kind == TD_N_LAMBDA ? td_enter(self, argument, scope) : NULL;

		if (inner)
			td_formula_add(all, td_formula_of_result(self, TD_O_NE, 0, inner));
	}
}

static void add_sibling(struct td_check *self, struct td_formula *all, uint32_t sibling, uint32_t target, const struct td_scope *scope);

static bool waits_inside(const struct td_program *program, uint32_t node)
{
	for (uint32_t i = node; i < td_node(program, node)->end; i++)
		if (td_waits_for_end(program, i))
			return true;
	return false;
}

/* if (live == most) join(first): afterwards there is room, one way or the other. */
static void add_branch(struct td_check *self, struct td_formula *all, uint32_t branch, uint32_t target, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t then = td_child(program, branch, 1);
	struct td_formula *any = td_formula_make(self, TD_IS_ANY), *inside = td_formula_make(self, TD_IS_ALL);

	td_formula_add(any, td_formula_of(self, branch + 1, false, scope));
	if (!waits_inside(program, then)) {
		if (td_node(program, then)->kind == TD_N_BLOCK)
			for (uint32_t at = then + 1; at < td_node(program, then)->end; at = td_node(program, at)->end)
				add_sibling(self, inside, at, target, scope);
		else
			add_sibling(self, inside, then, target, scope);
		if (!inside->part_count)
			return;
		td_formula_add(any, inside);
	}
	td_formula_add(all, any);
}

/* What holds after a statement that stands before the target. */
static void add_sibling(struct td_check *self, struct td_formula *all, uint32_t sibling, uint32_t target, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	if (is_loop(td_node(program, sibling)->kind) && condition_of(program, sibling))
		td_formula_add(all, after_loop(self, sibling, scope));
	if (td_node(program, sibling)->kind == TD_N_IF)
		add_branch(self, all, sibling, target, scope);
	if (td_node(program, sibling)->kind == TD_N_CALL)
		add_waits_inside(self, all, sibling, scope), add_predicate(self, all, sibling, scope);
	for (uint32_t i = sibling; i < td_node(program, sibling)->end; i++)
		if (leads_past(program, i, target))
			td_formula_add(all, td_formula_not(self, td_formula_around(self, sibling, i, scope)));
}

/* In a switch only what stands below the last label counts. */
static uint32_t first_sibling(const struct td_program *program, uint32_t block, uint32_t inner)
{
	uint32_t first = block + 1;

	for (uint32_t at = block + 1; at <= inner; at = td_node(program, at)->end)
		if (td_node(program, at)->kind == TD_N_CASE || td_node(program, at)->kind == TD_N_DEFAULT)
			first = at;
	return first;
}

static void add_siblings(struct td_check *self, struct td_formula *all, uint32_t block, uint32_t inner, uint32_t from, uint32_t target,
			 const struct td_scope *scope)
{
	for (uint32_t at = first_sibling(self->program, block, inner); at < inner; at = td_node(self->program, at)->end)
		if (at >= from)
			add_sibling(self, all, at, target, scope);
}

struct td_formula *td_formula_to_reach(struct td_check *self, uint32_t from, uint32_t target, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	struct td_formula *all = td_formula_make(self, TD_IS_ALL);
	uint32_t at = td_function_of(program, target)->first;

	while (at != target) {
		uint32_t inner = td_child_with(program, at, target);

		if (at >= from)
			td_formula_guard(self, all, at, inner, target, scope);
		if (td_node(program, at)->kind == TD_N_BLOCK || td_node(program, at)->kind == TD_N_FUNCTION)
			add_siblings(self, all, at, inner, from, target, scope);
		at = inner;
	}
	return all;
}

static bool leaves_loop(const struct td_check *self, uint32_t jump)
{
	const struct td_program *program = self->program;
	uint32_t target;

	switch (td_node(program, jump)->kind) {
	case TD_N_RETURN:
	case TD_N_THROW:
		return true;
	case TD_N_BREAK:
		target = td_jump_target(program, jump);
		return target <= self->loop.node;
	case TD_N_CONTINUE:
		return td_jump_target(program, jump) < self->loop.node;
	case TD_N_GOTO:
		target = label_of(program, jump);
		return target && (target < self->loop.node || target >= self->loop.last);
	default:
		return td_never_returns(program, jump);
	}
}

static bool is_caught(const struct td_check *self, uint32_t jump)
{
	uint32_t at = td_function_of(self->program, jump)->first;

	for (; at != jump; at = td_child_with(self->program, at, jump))
		if (at >= self->loop.first && td_node(self->program, at)->kind == TD_N_TRY)
			return true;
	return false;
}

static void add_ways_out(struct td_check *self, struct td_formula *all, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (leaves_loop(self, i) && !(td_node(program, i)->kind == TD_N_THROW && is_caught(self, i)))
			td_formula_add(all, td_formula_not(self, td_formula_to_reach(self, self->loop.node + 1, i, scope)));
}

/* "or" of one part is that part. */
static struct td_formula *simple(struct td_formula *formula)
{
	while (formula->kind == TD_IS_ANY && formula->part_count == 1)
		formula = formula->parts[0];
	return formula;
}

static void flatten(struct td_formula *into, struct td_formula *from)
{
	for (size_t i = 0; i < from->part_count; i++) {
		struct td_formula *part = simple(from->parts[i]);

		if (part->kind == TD_IS_ALL)
			flatten(into, part);
		else
			td_formula_add(into, part);
	}
}

static bool are_same(const struct td_program *program, uint32_t a, uint32_t b)
{
	uint32_t size = td_node(program, a)->end - a;

	if (!a || !b || td_node(program, b)->end - b != size)
		return a == b;
	for (uint32_t i = 0; i < size; i++)
		if (td_node(program, a + i)->kind != td_node(program, b + i)->kind || td_node(program, a + i)->op != td_node(program, b + i)->op ||
		    td_node(program, a + i)->name != td_node(program, b + i)->name || td_node(program, a + i)->value != td_node(program, b + i)->value)
			return false;
	return true;
}

/* for (i = 0; i < N; i++) if (free[i]) break; ... i != N: the loop was not left by its own condition. */
static bool contradicts(const struct td_check *self, const struct td_formula *a, const struct td_formula *b)
{
	const struct td_comparison *left = &a->comparison, *right = &b->comparison;

	if (a->kind != TD_IS_COMPARISON || b->kind != TD_IS_COMPARISON || left->scope != right->scope)
		return false;
	return left->op == TD_O_GE && (right->op == TD_O_NE || right->op == TD_O_LT) && are_same(self->program, left->left, right->left) &&
	       are_same(self->program, left->right, right->right);
}

static void drop_contradicted(const struct td_check *self, struct td_formula *all)
{
	for (size_t i = 0; i < all->part_count; i++) {
		struct td_formula *any = all->parts[i];
		size_t kept = 0;

		for (size_t j = 0; any->kind == TD_IS_ANY && j < any->part_count; j++) {
			bool is_out = false;

			for (size_t k = 0; k < all->part_count; k++)
				is_out |= contradicts(self, any->parts[j], all->parts[k]);
			if (!is_out)
				any->parts[kept++] = any->parts[j];
		}
		if (any->kind == TD_IS_ANY && kept)
			any->part_count = kept;
	}
}

static bool are_contrary(struct td_check *self, const struct td_formula *a, const struct td_formula *b)
{
	const struct td_comparison *left = &a->comparison, *right = &b->comparison;
	char *why = NULL;
	bool is_fixed;

	if (a->kind != TD_IS_COMPARISON || b->kind != TD_IS_COMPARISON || left->scope != right->scope || left->op != contrary(right->op) ||
	    !are_same(self->program, left->left, right->left) || !are_same(self->program, left->right, right->right))
		return false;
	is_fixed = td_trend_of(self, left->left, left->scope, &why) == TD_CONSTANT && td_trend_of(self, left->right, left->scope, &why) == TD_CONSTANT;
	free(why);
	return is_fixed;
}

/* Out of "not A or B" and "A or C" follows "B or C": if (limit && n >= limit) and if (!limit && n >= 100) are one limit. */
static void add_resolvents(struct td_check *self, struct td_formula *all)
{
	size_t count = all->part_count;

	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++) {
			struct td_formula *a = all->parts[i], *b = all->parts[j];

			if (a->kind != TD_IS_ANY || b->kind != TD_IS_ANY || a->part_count != 2 || b->part_count != 2)
				continue;
			for (size_t k = 0; k < 4; k++)
				if (are_contrary(self, a->parts[k / 2], b->parts[k % 2]))
					td_formula_add(all, pair(self, TD_IS_ANY, a->parts[1 - k / 2], b->parts[1 - k % 2]));
		}
}

struct td_formula *td_conditions_of(struct td_check *self)
{
	struct td_formula *all = td_formula_make(self, TD_IS_ALL), *flat;
	const struct td_scope *scope = &self->scopes[self->level];
	uint32_t condition;

	for (size_t i = 0; i < self->level; i++)
		td_formula_add(all, td_formula_to_reach(self, td_function_of(self->program, self->sites[i])->first, self->sites[i],
							&self->scopes[i]));
	td_formula_add(all, td_formula_to_reach(self, self->loop.node, self->sites[self->level], scope));
	condition = self->loop.kind == TD_LOOP_STATEMENT ? condition_of(self->program, self->loop.node) : 0;
	if (condition)
		td_formula_add(all, td_formula_of(self, condition, true, scope));
	if (self->loop.kind == TD_LOOP_GOTO)
		td_formula_add(all, td_formula_to_reach(self, self->loop.node, self->loop.back, scope));
	if (self->loop.kind == TD_LOOP_STATEMENT || self->loop.kind == TD_LOOP_GOTO)
		add_ways_out(self, all, scope);
	flat = td_formula_make(self, TD_IS_ALL);
	flatten(flat, all);
	drop_contradicted(self, flat);
	add_resolvents(self, flat);
	return flat;
}

static bool literal_value(const struct td_program *program, uint32_t node, int64_t *value)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_UNARY && at->op == TD_O_NEG && literal_value(program, node + 1, value)) {
		*value = -*value;
		return true;
	}
	*value = node ? at->value : 0;
	return !node || (at->kind == TD_N_LITERAL && !(at->flags & TD_F_UNKNOWN));
}

bool td_holds(int64_t a, enum td_operator op, int64_t b)
{
	switch (op) {
	case TD_O_LT:
		return a < b;
	case TD_O_LE:
		return a <= b;
	case TD_O_GT:
		return a > b;
	case TD_O_GE:
		return a >= b;
	case TD_O_EQ:
		return a == b;
	default:
		return a != b;
	}
}

static struct td_formula *of_returned(struct td_check *self, uint32_t value, enum td_operator op, uint32_t right, const struct td_scope *scope)
{
	int64_t a, b;

	if (literal_value(self->program, value, &a) && literal_value(self->program, right, &b))
		return td_formula_make(self, td_holds(a, op, b) ? TD_IS_TRUE : TD_IS_FALSE);
	if (literal_value(self->program, right, &b) && b == 0 && (op == TD_O_EQ || op == TD_O_NE))
		return td_formula_of(self, value, op == TD_O_NE, scope);
	return compare(self, op, value, right, value, scope);
}

struct td_formula *td_formula_of_result(struct td_check *self, enum td_operator op, uint32_t right, const struct td_scope *scope)
{
	const struct td_function *function = &self->program->all.functions.items[scope->function];
	struct td_formula *any = td_formula_make(self, TD_IS_ANY);

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(self->program, i)->kind != TD_N_RETURN || td_node(self->program, i + 1)->kind == TD_N_NONE)
			continue;
		td_formula_add(any, pair(self, TD_IS_ALL, td_formula_to_reach(self, function->first, i, scope),
					 of_returned(self, i + 1, op, right, scope)));
	}
	if (!any->part_count)
		td_formula_add(any, td_formula_make(self, TD_IS_TRUE));
	return any;
}

/* A number that is written before anything else in the round, and with which the comparison does not hold. */
static bool is_default(struct td_check *self, const struct td_comparison *comparison, const struct td_write *write, uint32_t from)
{
	int64_t value, limit;

	return write->change == TD_CHANGE_SET && write->value && literal_value(self->program, write->value, &value) &&
	       literal_value(self->program, comparison->right, &limit) && !td_holds(value, comparison->op, limit) &&
	       td_formula_around(self, from, write->node, comparison->scope)->part_count == 0;
}

struct td_formula *td_formula_of_value(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_node *at = td_node(self->program, comparison->left);
	bool in_loop = comparison->scope == &self->scopes[self->level], has_default = false;
	uint32_t from = in_loop ? self->loop.node + 1 : self->program->all.functions.items[comparison->scope->function].first;
	struct td_formula *any;
	size_t count;
	const struct td_write *writes;

	if (at->kind != TD_N_REF || !(at->flags & TD_F_LOCAL))
		return NULL;
	any = td_formula_make(self, TD_IS_ANY);
	writes = td_writes_of(self->program, at->name, &count);
	for (size_t i = 0; i < count; i++) {
		if (in_loop && !(writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		if (writes[i].through || writes[i].change != TD_CHANGE_SET || !writes[i].value)
			return NULL;
		if (is_default(self, comparison, &writes[i], from))
			has_default = true;
		else
			td_formula_add(any, pair(self, TD_IS_ALL, td_formula_around(self, from, writes[i].node, comparison->scope),
						 of_returned(self, writes[i].value, comparison->op, comparison->right, comparison->scope)));
	}
	return has_default && any->part_count ? any : NULL;
}
