/* Whether something is done whenever a creation is: a counter that is raised only now and then counts nothing. */
#include "check.h"
#include "paths.h"

#include <stdlib.h>
#include <string.h>

bool td_is_in_loop(const struct td_check *self, uint32_t node)
{
	uint32_t function = td_node(self->program, node)->function;

	if (function == self->scopes[self->level].function && node >= self->loop.first && node < self->loop.last)
		return true;
	return td_set_has(&self->inside, function) && (!self->doings || td_is_done(self->doings, node));
}

static bool is_of_frame(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	return count && td_node(program, refs[0].node)->flags & (TD_F_LOCAL | TD_F_PARAMETER) &&
	       !(td_node(program, refs[0].node)->flags & TD_F_STATIC);
}

/* static int is_started = 0: before the program begins. */
bool td_is_initial(const struct td_program *program, const struct td_write *write)
{
	return td_node(program, write->node)->kind == TD_N_DECLARE && td_node(program, write->node)->flags & TD_F_STATIC;
}

/* Where the loop comes to call its own function, that has variables of its own. */
bool td_is_written_in_loop(const struct td_check *self, const struct td_write *write)
{
	bool is_beside = td_node(self->program, write->node)->function == self->scopes[self->level].function &&
			 (write->node < self->loop.first || write->node >= self->loop.last);

	return td_is_in_loop(self, write->node) && !td_is_initial(self->program, write) &&
	       (!is_beside || write->through || !is_of_frame(self->program, write->name));
}

uint32_t td_region_begin(const struct td_check *self, size_t level)
{
	return level == self->level ? self->loop.first : td_function_of(self->program, self->sites[level])->first;
}

static uint32_t region_end(const struct td_check *self, size_t level)
{
	const struct td_function *function = td_function_of(self->program, self->sites[level]);

	return level == self->level ? self->loop.last : function->first + function->count;
}

/* The first call on the way that comes to call the function, by its own name if asked for. */
static uint32_t call_on_the_way(const struct td_check *self, uint32_t function, bool by_name, size_t *level)
{
	const struct td_program *program = self->program;

	for (*level = 0; *level <= self->level; (*level)++)
		for (uint32_t i = td_region_begin(self, *level); i < region_end(self, *level); i++)
			if (td_node(program, i)->kind == TD_N_CALL && (i != self->sites[*level] || *level) &&
			    (by_name ? td_node(program, i)->name == program->all.functions.items[function].name
				     : td_leads_to(program, i, function)))
				return i;
	return 0;
}

uint32_t td_on_the_way(const struct td_check *self, uint32_t node, size_t *level)
{
	uint32_t function = td_node(self->program, node)->function, call;

	for (*level = 0; *level <= self->level; (*level)++)
		if (function == self->scopes[*level].function && node >= td_region_begin(self, *level) &&
		    node < region_end(self, *level))
			return node;
	call = call_on_the_way(self, function, true, level);
	return call ? call : call_on_the_way(self, function, false, level);
}

/* Labels of a switch between the two: they are different cases. */
static bool are_apart(const struct td_program *program, uint32_t body, uint32_t a, uint32_t b)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	for (uint32_t at = body + 1; at < td_node(program, body)->end && at <= high; at = td_node(program, at)->end)
		if (at > low && (td_node(program, at)->kind == TD_N_CASE || td_node(program, at)->kind == TD_N_DEFAULT))
			return true;
	return false;
}

bool td_asks_same(const struct td_program *program, uint32_t a, uint32_t b)
{
	uint32_t size = td_node(program, a)->end - a;

	if (td_node(program, b)->end - b != size)
		return false;
	for (uint32_t i = 0; i < size; i++) {
		const struct td_node *left = td_node(program, a + i), *right = td_node(program, b + i);

		if (left->kind != right->kind || left->op != right->op || left->name != right->name ||
		    left->value != right->value || left->kind == TD_N_CALL || left->kind == TD_N_ASSIGN ||
		    left->kind == TD_N_OTHER)
			return false;
	}
	return true;
}

/* What an expression says may change when something that it mentions is written. */
bool td_is_written_between(const struct td_program *program, uint32_t expression, uint32_t a, uint32_t b)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	for (uint32_t i = expression; i < td_node(program, expression)->end; i++) {
		size_t count;
		const struct td_write *writes = td_writes_of(program, td_node(program, i)->name, &count);

		for (size_t j = 0; j < count && td_node(program, i)->name; j++)
			if (writes[j].node > low && writes[j].node < high)
				return true;
	}
	return false;
}

/* Two ifs that ask the same: what stands in the one is done when what stands in the other is. */
static bool is_asked_again(const struct td_check *self, uint32_t outer, uint32_t inner, uint32_t site)
{
	const struct td_program *program = self->program;

	if (td_node(program, outer)->kind != TD_N_IF)
		return false;
	for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site)) {
		uint32_t part = td_child_with(program, at, site);

		if (td_node(program, at)->kind == TD_N_IF && part != at + 1 && td_asks_same(program, at + 1, outer + 1) &&
		    (part == td_child(program, at, 1)) == (inner == td_child(program, outer, 1)) &&
		    !td_is_written_between(program, at + 1, at + 1, outer + 1))
			return true;
	}
	return false;
}

static bool is_jump(enum td_node_kind kind)
{
	return kind == TD_N_BREAK || kind == TD_N_CONTINUE || kind == TD_N_RETURN || kind == TD_N_GOTO || kind == TD_N_THROW ||
	       kind == TD_N_LABEL || kind == TD_N_CASE || kind == TD_N_DEFAULT;
}

/* What is known to be done stands in the same block, and from the one to the other there is no way round. */
static bool is_witnessed(const struct td_check *self, uint32_t inner, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t witness = self->witness, low = node < witness ? node : witness, high = node < witness ? witness : node;

	if (!witness || td_parent(program, node) != td_parent(program, witness) || !td_is_inside(program, witness, inner))
		return false;
	for (uint32_t i = low; i < high; i++)
		if (is_jump(td_node(program, i)->kind))
			return false;
	return true;
}

static bool is_shared(const struct td_check *self, uint32_t outer, uint32_t inner, uint32_t node, uint32_t site)
{
	const struct td_program *program = self->program;

	if ((outer == self->loop.node && self->loop.kind == TD_LOOP_STATEMENT) || is_witnessed(self, inner, node))
		return true;
	if (!td_is_inside(program, site, inner))
		return is_asked_again(self, outer, inner, site);
	return td_node(program, outer)->kind != TD_N_SWITCH || !are_apart(program, inner, node, site);
}

/* After the creation the jump may be come to, in the same round: it does not stand in another branch. */
static bool is_reached(const struct td_check *self, size_t level, uint32_t jump)
{
	bool is_statement = self->loop.kind == TD_LOOP_STATEMENT;
	uint32_t root = level < self->level ? td_function_of(self->program, jump)->first : is_statement ? self->loop.node : 0;

	return !root || td_reaches_within(self->program, self->sites[level], jump, root, NULL);
}

/* A continue (or, in a function that the loop calls, a return) between the creation and the node skips it. */
static void add_skips(struct td_check *self, struct td_formula *all, size_t level, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[level];

	for (uint32_t i = site + 1; i < node; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;
		bool skips = level == self->level ? kind == TD_N_CONTINUE && td_jump_target(program, i) == self->loop.node
						  : kind == TD_N_RETURN && !td_is_inside(program, node, i);
		uint32_t at = td_function_of(program, i)->first;
		bool failed = false;

		for (; skips && at != i; at = td_child_with(program, at, i))
			failed |= at >= td_region_begin(self, level) &&
				  td_outcome_for(self, level, at, td_child_with(program, at, i)) >= TD_HAS_FAILED;
		if (skips && !failed && is_reached(self, level, i))
			td_formula_add(all, td_formula_not(self, td_formula_around(self, td_region_begin(self, level) + 1, i,
										   &self->scopes[level])));
	}
}

static bool is_in_head(const struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t loop = self->loop.node;
	uint32_t body = self->loop.kind != TD_LOOP_STATEMENT	   ? 0
			: td_node(program, loop)->kind == TD_N_FOR ? td_child(program, loop, 3)
			: td_node(program, loop)->kind == TD_N_DO  ? td_child(program, loop, 0)
								   : td_child(program, loop, 1);

	return body && td_is_inside(program, node, loop) && !td_is_inside(program, node, body);
}

/* Part of a condition: if (reserve()), and not a call on the way. */
static bool is_asked(const struct td_check *self, uint32_t call)
{
	const struct td_program *program = self->program;

	for (size_t i = 0; i <= self->level; i++)
		if (self->sites[i] == call)
			return false;
	for (uint32_t at = td_function_of(program, call)->first; at != call; at = td_child_with(program, at, call)) {
		enum td_node_kind kind = td_node(program, at)->kind;

		if ((kind == TD_N_IF || kind == TD_N_WHILE) && td_child_with(program, at, call) == at + 1)
			return true;
	}
	return false;
}

/* The only call of the function by name in another one, 0 if there is not just one. */
static uint32_t only_call(const struct td_program *program, uint32_t in, uint32_t function)
{
	const struct td_function *caller = &program->all.functions.items[in];
	uint32_t found = 0;

	for (uint32_t i = caller->first; i < caller->first + caller->count; i++) {
		if (td_node(program, i)->kind != TD_N_CALL || td_node(program, i)->name != program->all.functions.items[function].name)
			continue;
		if (found)
			return 0;
		found = i;
	}
	return found;
}

/* What the statements around it ask, and the contrary of what makes the function return before it.  Where the program ends,
 * nothing is created either. */
static void add_conditions_of(struct td_check *self, struct td_formula *all, uint32_t node, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t first = td_function_of(program, node)->first;
	const struct td_formula *around = td_formula_around(self, first, node, scope);

	for (size_t i = 0; i < around->part_count; i++)
		td_formula_add(all, around->parts[i]);
	for (uint32_t i = first; i < node; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;

		if (kind == TD_N_RETURN || kind == TD_N_THROW || kind == TD_N_GOTO || kind == TD_N_BREAK || kind == TD_N_CONTINUE)
			td_formula_add(all, td_formula_not(self, td_formula_around(self, first, i, scope)));
	}
}

/* The call has a function call the one with the node: everything that either asks before. */
static struct td_formula *conditions_further_inside(struct td_check *self, uint32_t call, uint32_t node, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_scope *middle = td_enter(self, call, scope), *inner;
	uint32_t next = middle ? only_call(program, middle->function, td_node(program, node)->function) : 0;
	struct td_formula *all;

	inner = next ? td_enter(self, next, middle) : NULL;
	if (!inner)
		return NULL;
	all = td_formula_make(self, TD_IS_ALL);
	add_conditions_of(self, all, next, middle);
	add_conditions_of(self, all, node, inner);
	return all;
}

/* All that the function returns is known: conditions on its result have been judged by that. */
static bool returns_numbers(const struct td_program *program, const struct td_function *function)
{
	int64_t number;

	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_RETURN &&
		    (td_node(program, i)->end == i + 1 || !td_literal_of(program, i + 1, &number)))
			return false;
	return true;
}

static struct td_formula *conditions_in(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	struct td_formula *all = td_formula_make(self, TD_IS_ALL);

	add_conditions_of(self, all, node, scope);
	return all;
}

/* What a function asks before it does it, unless its caller leaves if it has not.  Where that is further away than two
 * calls, the answer is not known. */
static void add_conditions_inside(struct td_check *self, struct td_formula *all, size_t level, uint32_t call, uint32_t node)
{
	const struct td_function *function = td_function_of(self->program, node);
	const struct td_scope *scope = &self->scopes[level];
	bool is_called = td_node(self->program, call)->name == function->name;
	const struct td_scope *inner = is_called ? td_enter(self, call, scope) : NULL;
	struct td_formula *inside;

	if (td_is_done_by_success(self, level, call, node) ||
	    (inner && is_asked(self, call) && !returns_numbers(self->program, function)))
		return;
	inside = inner	     ? conditions_in(self, node, inner)
		 : is_called ? NULL
			     : conditions_further_inside(self, call, node, scope);
	if (!inside)
		td_formula_add(all, td_formula_compare(self, TD_O_NE, node, 0, node, scope));
	else if (inside->part_count)
		td_formula_add(all, inside);
}

struct td_formula *td_further_conditions(struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	struct td_formula *all = td_formula_make(self, TD_IS_ALL);
	size_t level;
	uint32_t target = td_on_the_way(self, node, &level), at, begin;

	if (!target) {
		td_formula_add(all, td_formula_make(self, TD_IS_FALSE));
		return all;
	}
	begin = td_region_begin(self, level);
	for (at = td_function_of(program, target)->first; at != target;) {
		uint32_t inner = td_child_with(program, at, target);

		enum td_outcome asked = at >= begin ? td_outcome_for(self, level, at, inner) : TD_NOT_ASKED;

		if (td_node(program, at)->kind == TD_N_IF && inner == td_child(program, at, 1) && td_asks_like_loop(self, at))
			asked = TD_HAS_CREATED; /* or else there is no next round */
		if (at >= begin && !is_shared(self, at, inner, target, self->sites[level]) && asked != TD_HAS_CREATED && asked != TD_MEANT_WELL)
			td_formula_guard(self, all, at, inner, target, &self->scopes[level]);
		at = inner;
	}
	if (target != node)
		add_conditions_inside(self, all, level, target, node);
	if (target > self->sites[level] && !(level == self->level && is_in_head(self, target)))
		add_skips(self, all, level, target);
	return all;
}

bool td_accompanies(struct td_check *self, uint32_t node)
{
	return td_further_conditions(self, node)->part_count == 0;
}

/* Between the two something may jump elsewhere: not out of a loop that begins behind the site. */
static bool is_passed_by(const struct td_check *self, uint32_t site, uint32_t node)
{
	const struct td_program *program = self->program;

	for (uint32_t i = site + 1; i < node; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;

		if (kind == TD_N_GOTO || kind == TD_N_LABEL || kind == TD_N_CATCH ||
		    ((kind == TD_N_BREAK || kind == TD_N_CONTINUE) && td_jump_target(program, i) <= site))
			return true;
	}
	return false;
}

/* What stands around the node lets it be done whenever the site is. */
static bool is_done_with(const struct td_check *self, uint32_t outer, uint32_t inner, uint32_t site, uint32_t node)
{
	const struct td_program *program = self->program;
	enum td_node_kind kind = td_node(program, outer)->kind;

	if (kind == TD_N_BLOCK || kind == TD_N_FUNCTION)
		return true;
	if (kind == TD_N_TRY && outer >= self->loop.first)
		return false; /* what is thrown in between may be caught in the loop */
	return td_is_inside(program, site, inner) && !(kind == TD_N_SWITCH && are_apart(program, inner, site, node));
}

bool td_always_follows(const struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[self->level];

	if (node < td_node(program, site)->end || is_passed_by(self, site, node))
		return false;
	for (uint32_t at = td_function_of(program, node)->first; at != node;) {
		uint32_t inner = td_child_with(program, at, node);

		if (!is_done_with(self, at, inner, site, node))
			return false;
		at = inner;
	}
	return true;
}

/* Leaves the branch; with a site, also for a place from where the site is not reached: a break out of an inner loop goes on to
 * what stands behind it. */
static bool leaves(const struct td_program *program, uint32_t jump, uint32_t branch, uint32_t site)
{
	enum td_node_kind kind = td_node(program, jump)->kind;

	if (kind == TD_N_RETURN || kind == TD_N_THROW || kind == TD_N_GOTO || td_never_returns(program, jump))
		return true;
	if ((kind != TD_N_BREAK && kind != TD_N_CONTINUE) || td_is_inside(program, td_jump_target(program, jump), branch))
		return false;
	return !site || td_is_inside(program, site, td_jump_target(program, jump));
}

/* After the node the branch always ends with a jump away. */
static bool jumps_away(struct td_check *self, uint32_t node, uint32_t branch, uint32_t site, const struct td_scope *scope)
{
	for (uint32_t i = td_node(self->program, node)->end; i < td_node(self->program, branch)->end; i++)
		if (leaves(self->program, i, branch, site) && td_formula_around(self, branch, i, scope)->part_count == 0)
			return true;
	return false;
}

/* The branch that has the target is taken when creating has failed. */
bool td_is_after_failure(struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	size_t level;
	uint32_t target = td_on_the_way(self, node, &level);

	for (uint32_t at = target ? td_function_of(program, target)->first : 0; at != target; at = td_child_with(program, at, target))
		if (at >= td_region_begin(self, level) && !td_is_inside(program, self->sites[level], td_child_with(program, at, target)) &&
		    td_outcome_for(self, level, at, td_child_with(program, at, target)) >= TD_HAS_FAILED)
			return true;
	return false;
}

bool td_excludes(struct td_check *self, uint32_t node)
{
	const struct td_program *program = self->program;
	size_t level;
	uint32_t target = td_on_the_way(self, node, &level), at, site;

	if (!target)
		return false;
	site = self->sites[level];
	for (at = td_function_of(program, target)->first; at != target; at = td_child_with(program, at, target)) {
		uint32_t inner = td_child_with(program, at, target);
		enum td_node_kind kind = td_node(program, at)->kind;
		bool branches = kind == TD_N_IF || kind == TD_N_CONDITIONAL;

		if (at < td_region_begin(self, level) || !branches || td_is_inside(program, site, inner) || inner == at + 1)
			continue;
		if (td_outcome_for(self, level, at, inner) >= TD_HAS_FAILED ||
		    (td_is_inside(program, site, at) && !td_is_inside(program, site, at + 1)))
			return true;
		if (target < site && jumps_away(self, target, inner, site, &self->scopes[level]))
			return true;
	}
	return false;
}

bool td_undoes(struct td_check *self, uint32_t node, uint32_t name)
{
	const struct td_program *program = self->program;
	struct td_scope scope = { .function = td_node(program, node)->function };

	for (uint32_t at = td_function_of(program, node)->first; at != node; at = td_child_with(program, at, node)) {
		uint32_t inner = td_child_with(program, at, node);

		if (td_node(program, at)->kind != TD_N_IF || inner == at + 1 || !jumps_away(self, node, inner, 0, &scope))
			continue;
		for (uint32_t i = at + 1; i < td_node(program, at + 1)->end; i++)
			if (td_node(program, i)->name == name)
				return true;
	}
	return false;
}
