/* Formulas: made of expressions, turned into their contrary, brought into a shape in which they are easy to judge. */
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

struct td_formula *td_formula_compare(struct td_check *self, enum td_operator op, uint32_t left, uint32_t right, uint32_t shown,
				  const struct td_scope *scope)
{
	struct td_formula *made = td_formula_make(self, TD_IS_COMPARISON);

	made->comparison = (struct td_comparison){ op, left, right, scope, shown, 0 };
	return made;
}

struct td_formula *td_formula_pair(struct td_check *self, enum td_formula_kind kind, struct td_formula *a, struct td_formula *b)
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

static enum td_operator mirrored(enum td_operator op)
{
	switch (op) {
	case TD_O_LT:
		return TD_O_GT;
	case TD_O_GT:
		return TD_O_LT;
	case TD_O_LE:
		return TD_O_GE;
	case TD_O_GE:
		return TD_O_LE;
	default:
		return op;
	}
}

/* NULL, 0, -1. */
static bool is_number(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_LITERAL || (at->kind == TD_N_UNARY && at->op == TD_O_NEG && is_number(program, node + 1));
}

static struct td_formula *of_binary(struct td_check *self, uint32_t node, bool positive, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	enum td_operator op = td_node(program, node)->op;
	uint32_t left = td_child(program, node, 0), right = td_child(program, node, 1);

	if (op == TD_O_ALL || op == TD_O_ANY)
		return td_formula_pair(self, (op == TD_O_ALL) == positive ? TD_IS_ALL : TD_IS_ANY,
				       td_formula_of(self, left, positive, scope), td_formula_of(self, right, positive, scope));
	if (op == TD_O_COMMA)
		return td_formula_of(self, right, positive, scope);
	if (!is_relation(op))
		return td_formula_compare(self, positive ? TD_O_NE : TD_O_EQ, node, 0, node, scope);
	if (is_number(program, left) && !is_number(program, right)) { /* NULL != job asks the same as job != NULL */
		uint32_t number = left;

		left = right;
		right = number;
		op = mirrored(op);
	}
	if (is_zero(td_node(program, right)) && is_logical(program, left) && (op == TD_O_EQ || op == TD_O_NE))
		return td_formula_of(self, left, (op == TD_O_NE) == positive, scope);
	return td_formula_compare(self, positive ? op : contrary(op), left, right, node, scope);
}

/* c ? a : b is c and a, or not c and b. */
static struct td_formula *of_conditional(struct td_check *self, uint32_t node, bool positive, const struct td_scope *scope)
{
	uint32_t condition = td_child(self->program, node, 0);
	struct td_formula *yes = td_formula_of(self, td_child(self->program, node, 1), positive, scope);
	struct td_formula *no = td_formula_of(self, td_child(self->program, node, 2), positive, scope);

	return td_formula_pair(self, TD_IS_ANY, td_formula_pair(self, TD_IS_ALL, td_formula_of(self, condition, true, scope), yes),
		    td_formula_pair(self, TD_IS_ALL, td_formula_of(self, condition, false, scope), no));
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
	return td_formula_compare(self, positive ? TD_O_NE : TD_O_EQ, node, 0, node, scope);
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
		if (td_node(program, a + i)->kind != td_node(program, b + i)->kind ||
		    td_node(program, a + i)->op != td_node(program, b + i)->op ||
		    td_node(program, a + i)->name != td_node(program, b + i)->name ||
		    td_node(program, a + i)->value != td_node(program, b + i)->value)
			return false;
	return true;
}

/* Where a comparison is decided: that of a loop, when the loop is left. */
static uint32_t decided_at(const struct td_program *program, uint32_t node)
{
	for (uint32_t at = td_parent(program, node); at; at = td_parent(program, at)) {
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_FOR || kind == TD_N_WHILE || kind == TD_N_DO)
			return td_node(program, at)->end - 1;
		if (kind == TD_N_BLOCK || kind == TD_N_IF)
			break;
	}
	return node;
}

/* for (i = 0; i < N; i++) if (free[i]) break; ... i != N: the loop was not left by its own condition, since it goes by ones.  What was
 * asked before the variable got another value says nothing about that. */
static bool contradicts(const struct td_check *self, const struct td_formula *a, const struct td_formula *b)
{
	const struct td_comparison *left = &a->comparison, *right = &b->comparison;

	if (a->kind != TD_IS_COMPARISON || b->kind != TD_IS_COMPARISON || left->scope != right->scope)
		return false;
	return left->op == TD_O_GE &&
	       (right->op == TD_O_LT || (right->op == TD_O_NE && decided_at(self->program, left->shown) != left->shown)) &&
	       are_same(self->program, left->left, right->left) && are_same(self->program, left->right, right->right) &&
	       !td_is_written_between(self->program, left->left, decided_at(self->program, left->shown),
				      decided_at(self->program, right->shown));
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

	if (a->kind != TD_IS_COMPARISON || b->kind != TD_IS_COMPARISON || left->scope != right->scope ||
	    left->op != contrary(right->op) || !are_same(self->program, left->left, right->left) ||
	    !are_same(self->program, left->right, right->right))
		return false;
	is_fixed = td_trend_of(self, left->left, left->scope, &why) == TD_CONSTANT &&
		   td_trend_of(self, left->right, left->scope, &why) == TD_CONSTANT;
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
					td_formula_add(
					    all, td_formula_pair(self, TD_IS_ANY, a->parts[1 - k / 2], b->parts[1 - k % 2]));
		}
}

struct td_formula *td_formula_simplify(struct td_check *self, struct td_formula *all)
{
	struct td_formula *flat = td_formula_make(self, TD_IS_ALL);

	flatten(flat, all);
	drop_contradicted(self, flat);
	add_resolvents(self, flat);
	return flat;
}
