/* What must hold for one more creation: the loop's own condition, those of the statements around the site, and the contrary of
 * those under which the round is left before it (break, return, goto, continue, a function that does not return).  Where the
 * loop can be left after the creation, the contrary of that must hold as well, or there is no next round. */
#include "check.h"

#include "paths.h"

#include <stdlib.h>
#include <string.h>

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
				td_formula_add(
				    any, td_formula_compare(self, TD_O_EQ, value, td_child(program, label, 0), value, scope));
			all |= !is_case;
			label = td_child(program, label, is_case ? 1 : 0);
			kind = td_node(program, label)->kind;
			if ((kind == TD_N_BREAK || kind == TD_N_RETURN || kind == TD_N_CONTINUE || kind == TD_N_GOTO) &&
			    label != target && td_node(program, at)->end <= target) {
				any = td_formula_make(self, TD_IS_ANY);
				all = false;
				break;
			}
		}
	}
	/* all other values: not known, and so nothing is known of the contrary either */
	return all || !any->part_count ? td_formula_compare(self, TD_O_NE, node, 0, value, scope) : any;
}

static bool is_site(const struct td_check *self, uint32_t node)
{
	size_t level = 0;

	while (level <= self->level && self->sites[level] != node)
		level++;
	return level <= self->level;
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
			td_formula_add(
			    all, td_formula_of(self, td_child(program, outer, 0), inner == td_child(program, outer, 1), scope));
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
	case TD_N_TRY: /* something may be thrown before, and a handler goes on without the part */
		if (inner != outer + 1 || is_site(self, target) || !td_handlers_go_on(program, outer))
			break;
		/* fall through */
	case TD_N_CATCH:
		td_formula_add(all, td_formula_compare(self, TD_O_NE, outer, 0, outer, scope)); /* not known */
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
		label = td_label_of(program, jump);
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

static bool may_return(const struct td_program *program, uint32_t node)
{
	for (uint32_t i = node; i < td_node(program, node)->end; i++)
		if (td_node(program, i)->kind == TD_N_RETURN || td_node(program, i)->kind == TD_N_GOTO)
			return true;
	return false;
}

/* A function that was called before may have waited until something held, if it does not return before that. */
static void add_waits_inside(struct td_check *self, struct td_formula *all, uint32_t call, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_scope *inner = td_enter(self, call, scope);
	const struct td_function *function = inner ? &program->all.functions.items[inner->function] : NULL;
	uint32_t body = function ? function->first + 1 : 0;

	while (body && body < function->first + function->count && td_node(program, body)->kind != TD_N_BLOCK)
		body = td_node(program, body)->end;
	for (uint32_t at = body + 1; body && body < function->first + function->count && at < td_node(program, body)->end;
	     at = td_node(program, at)->end) {
		if (may_return(program, at))
			break;
		if (is_loop(td_node(program, at)->kind) && condition_of(program, at))
			td_formula_add(all, after_loop(self, at, inner));
	}
}

/* condition.wait(lock, [&] { return live < most; }) comes back when the lambda says so. */
static void add_predicate(struct td_check *self, struct td_formula *all, uint32_t call, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t argument;

	if (strcmp(td_short_name(td_text(program, td_node(program, call)->spelling)), "wait"))
		return;
	for (unsigned i = 1; (argument = td_child(program, call, i)); i++) {
		const struct td_scope *inner =
		    td_node(program, argument)->kind == TD_N_LAMBDA ? td_enter(self, argument, scope) : NULL;

		if (inner)
			td_formula_add(all, td_formula_of_result(self, TD_O_NE, 0, inner));
	}
}

static void add_sibling(struct td_check *self, struct td_formula *all, uint32_t sibling, uint32_t target,
			const struct td_scope *scope);

static bool waits_inside(const struct td_program *program, uint32_t node)
{
	for (uint32_t i = node; i < td_node(program, node)->end; i++)
		if (td_waits_for_end(program, i))
			return true;
	return false;
}

/* if (live == most) join(first): afterwards there is room, one way or the other. */
static void add_branch(struct td_check *self, struct td_formula *all, uint32_t branch, uint32_t target,
		       const struct td_scope *scope)
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
static void add_sibling(struct td_check *self, struct td_formula *all, uint32_t sibling, uint32_t target,
			const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	if (is_loop(td_node(program, sibling)->kind) && condition_of(program, sibling))
		td_formula_add(all, after_loop(self, sibling, scope));
	if (td_node(program, sibling)->kind == TD_N_IF)
		add_branch(self, all, sibling, target, scope);
	if (td_node(program, sibling)->kind == TD_N_CALL)
		add_waits_inside(self, all, sibling, scope), add_predicate(self, all, sibling, scope);
	for (uint32_t i = sibling; i < td_node(program, sibling)->end; i++)
		if (leads_past(program, i, target) && td_may_do(program, sibling, i))
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

static void add_siblings(struct td_check *self, struct td_formula *all, uint32_t block, uint32_t inner, uint32_t from,
			 uint32_t target, const struct td_scope *scope)
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
		target = td_label_of(program, jump);
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

/* A jump that stands behind the creation, with no way past it, leaves no next round. */
static void add_ways_out(struct td_check *self, struct td_formula *all, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	for (uint32_t i = self->loop.first; i < self->loop.last; i++) {
		if (!leaves_loop(self, i) || (td_node(program, i)->kind == TD_N_THROW && is_caught(self, i)))
			continue;
		if (td_always_follows(self, i))
			td_formula_add(all, td_formula_make(self, TD_IS_FALSE));
		td_formula_add(all, td_formula_not(self, td_formula_to_reach(self, self->loop.node + 1, i, scope)));
	}
}

struct td_formula *td_conditions_of(struct td_check *self)
{
	struct td_formula *all = td_formula_make(self, TD_IS_ALL);
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
	return td_formula_simplify(self, all);
}
