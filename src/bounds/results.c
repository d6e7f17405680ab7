/* What a value tells about how it came about: what a function returned, which of several writes was made. */
#include "check.h"

#include "paths.h"

#include <stdlib.h>

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

static struct td_formula *of_returned(struct td_check *self, uint32_t value, enum td_operator op, uint32_t right,
				      const struct td_scope *scope)
{
	int64_t a, b;

	if (literal_value(self->program, value, &a) && literal_value(self->program, right, &b))
		return td_formula_make(self, td_holds(a, op, b) ? TD_IS_TRUE : TD_IS_FALSE);
	if (literal_value(self->program, right, &b) && b == 0 && (op == TD_O_EQ || op == TD_O_NE))
		return td_formula_of(self, value, op == TD_O_NE, scope);
	return td_formula_compare(self, op, value, right, value, scope);
}

struct td_formula *td_formula_of_result(struct td_check *self, enum td_operator op, uint32_t right, const struct td_scope *scope)
{
	const struct td_function *function = &self->program->all.functions.items[scope->function];
	struct td_formula *any = td_formula_make(self, TD_IS_ANY);

	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		if (td_node(self->program, i)->kind != TD_N_RETURN || td_node(self->program, i + 1)->kind == TD_N_NONE)
			continue;
		td_formula_add(any, td_formula_pair(self, TD_IS_ALL, td_formula_to_reach(self, function->first, i, scope),
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
	       (comparison->scope != &self->scopes[self->level] || !td_is_skipped(self, write->node, comparison->left)) &&
	       td_formula_around(self, from, write->node, comparison->scope)->part_count == 0;
}

/* A for whose beginning has the node. */
static bool is_begun_by(const struct td_program *program, uint32_t loop, uint32_t node)
{
	return td_node(program, loop)->kind == TD_N_FOR && td_is_inside(program, node, loop + 1);
}

uint32_t td_end_of_way(const struct td_program *program, uint32_t write, uint32_t asked)
{
	uint32_t block = td_parent(program, write), end;

	while (block && td_node(program, block)->kind != TD_N_BLOCK && !is_begun_by(program, block, write)) {
		enum td_node_kind kind = td_node(program, block)->kind;

		if (kind != TD_N_DECLARE && kind != TD_N_ASSIGN && kind != TD_N_OTHER && kind != TD_N_UNARY)
			return 0;
		block = td_parent(program, block);
	}
	if (!block || asked < write || !td_is_inside(program, asked, block))
		return 0;
	end = td_node(program, td_node(program, block)->kind == TD_N_FOR ? block : td_child_with(program, block, asked))->end;
	for (uint32_t i = write; i < end; i++)
		if (td_node(program, i)->kind == TD_N_LABEL && td_reaches(program, i, asked))
			return 0;
	return end;
}

/* Where a write must stand to matter for the comparison: behind the last default before it. */
struct way { uint32_t first, last; };

static struct way way_to(struct td_check *self, const struct td_comparison *comparison, const struct td_write *writes,
			 size_t count, uint32_t from)
{
	struct way way = { 0, UINT32_MAX };

	for (size_t i = 0; i < count; i++) {
		uint32_t end = td_node(self->program, writes[i].node)->function == comparison->scope->function && writes[i].node >= way.first
				   ? td_end_of_way(self->program, writes[i].node, comparison->left)
				   : 0;

		if (end && is_default(self, comparison, &writes[i], from))
			way = (struct way){ writes[i].node, end };
	}
	return way;
}

/* What holds around a write that was made held together with it. */
static struct td_formula *around_write(struct td_check *self, uint32_t from, uint32_t write, const struct td_scope *scope)
{
	struct td_formula *all = td_formula_around(self, from, write, scope);

	for (size_t i = 0; i < all->part_count; i++)
		if (all->parts[i]->kind == TD_IS_COMPARISON)
			all->parts[i]->comparison.witness = write;
	return all;
}

struct td_formula *td_formula_of_value(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_node *at = td_node(self->program, comparison->left);
	bool in_loop = comparison->scope == &self->scopes[self->level], has_default = false;
	uint32_t from = in_loop ? self->loop.node + 1 : self->program->all.functions.items[comparison->scope->function].first;
	struct td_formula *any;
	struct way way;
	size_t count;
	const struct td_write *writes;

	if (at->kind != TD_N_REF || !(at->flags & TD_F_LOCAL))
		return NULL;
	any = td_formula_make(self, TD_IS_ANY);
	writes = td_writes_of(self->program, at->name, &count);
	way = way_to(self, comparison, writes, count, from);
	for (size_t i = 0; i < count; i++) {
		if (in_loop && !(writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		if (writes[i].through || writes[i].change != TD_CHANGE_SET || !writes[i].value)
			return NULL;
		if (is_default(self, comparison, &writes[i], from))
			has_default = true;
		else if (writes[i].node > way.first && writes[i].node < way.last)
			td_formula_add(any, td_formula_pair(self, TD_IS_ALL,
							    around_write(self, from, writes[i].node, comparison->scope),
							    of_returned(self, writes[i].value, comparison->op, comparison->right,
									comparison->scope)));
	}
	return has_default && any->part_count ? any : NULL;
}
