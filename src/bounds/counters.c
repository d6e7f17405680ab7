/* Counters (pattern 5, and 1 where a for counts): something that only rises or only falls, compared with something constant.
 *
 * A variable rises if all that the loop does to it, itself or in functions that it calls, is to add to it, and it does
 * so whenever it creates.  If other code takes away again what was added (the thread when it ends, the thread that
 * joins it, another function), it counts what is there at a time: the comparison bounds the number alive.  If the loop
 * takes it away itself, in a round that creates, it counts nothing.  A variable that is set anew counts nothing either.
 */
#include "check.h"
#include "holders.h"

#include <stdlib.h>
#include <string.h>

/* What is done to a variable, and by whom. */
struct changes {
	uint32_t asked;                        /* the expression that is asked about, and where */
	const struct td_scope *scope;
	uint32_t up, down, set, unknown;       /* in the loop: one of the nodes */
	bool up_goes_along, down_goes_along;   /* with the creation */
	bool down_is_honest, up_is_honest;     /* only where a thread has ended, or nothing was created */
	uint32_t other_up, other_down;         /* elsewhere */
	uint32_t thread_set, thread_up, thread_down;
};

static const char *place(const struct td_program *program, uint32_t node)
{
	return td_text(program, td_function_of(program, node)->spelling);
}

static const char *name_of(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_REF || at->kind == TD_N_FIELD)
		return td_short_name(td_text(program, at->spelling));
	return at->end > node + 1 ? name_of(program, node + 1) : "it";
}

/* The function has waited for the end of a thread. */
static bool waits_before(const struct td_program *program, uint32_t node)
{
	const struct td_function *function = td_function_of(program, node);

	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_waits_for_end(program, i))
			return true;
	return false;
}

static bool is_on_the_way(const struct td_check *self, uint32_t function)
{
	for (size_t level = 0; level <= self->level; level++)
		if (self->scopes[level].function == function)
			return true;
	return false;
}

/* list_remove(children, i): every call of it in the loop, for this object, comes after a wait or where nothing was
 * created. */
static bool is_called_honestly(struct td_check *self, const struct changes *changes, uint32_t node, bool *any)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, td_function_of(program, node)->name, &count);

	*any = false;
	for (size_t i = 0; i < count; i++) {
		uint32_t call = calls[i].node;

		if (!td_is_in_loop(self, call) || td_is_handed_other(self, call, node, changes->asked, changes->scope))
			continue;
		*any = true;
		if (!(waits_before(program, call) && !is_on_the_way(self, td_node(program, call)->function)) &&
		    !td_excludes(self, call))
			return false;
	}
	return *any;
}

static bool is_honest(struct td_check *self, const struct changes *changes, const struct td_write *write)
{
	uint32_t node = write->node, function = td_node(self->program, node)->function;
	bool any;

	if (td_set_has(self->threads, function) && function != self->scopes[self->level].function)
		return true;
	if (waits_before(self->program, node))
		return true;
	if (!is_on_the_way(self, function)) {
		bool honestly = is_called_honestly(self, changes, node, &any);

		if (any)
			return honestly || td_undoes(self, node, write->name);
	}
	return td_excludes(self, node) || td_undoes(self, node, write->name);
}

/* What a function that is given the address does with it. */
static enum td_change effect_of_call(const struct td_program *program, const struct td_write *write, bool *none)
{
	size_t count, uses;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, write->node)->name, &count);
	enum td_change change = TD_CHANGE_UNKNOWN;
	unsigned number = 0;

	*none = false;
	if (!count)
		return change;
	for (uint32_t at = td_child(program, write->node, 1); at && at < write->value; at = td_node(program, at)->end)
		number++;
	for (uint32_t i = program->all.functions.items[functions[0].node].first + 1; td_node(program, i)->kind == TD_N_PARAMETER ||
	     td_node(program, i)->kind == TD_N_OVERRIDES; i = td_node(program, i)->end) {
		const struct td_write *writes = td_writes_of(program, td_node(program, i)->name, &uses);

		if (td_node(program, i)->kind == TD_N_OVERRIDES || number--)
			continue;
		*none = uses == 0;
		for (size_t j = 0; j < uses; j++)
			change = !writes[j].through || (j && writes[j].change != change) ? TD_CHANGE_UNKNOWN : writes[j].change;
		break;
	}
	return change;
}

/* Read anew from the configuration, it is still the configuration. */
static bool is_from_configuration(struct td_check *self, const struct td_write *write, const struct td_scope *scope)
{
	char *why = NULL;
	bool is = write->value && td_node(self->program, write->value)->kind == TD_N_CALL &&
		  td_trend_of(self, write->value, scope, &why) == TD_CONSTANT && why;

	free(why);
	return is;
}

static bool has_constant_step(struct td_check *self, const struct td_write *write)
{
	size_t level;
	uint32_t on_way = td_on_the_way(self, write->node, &level);
	char *why = NULL;
	enum td_trend trend;

	if (!write->value || !on_way || on_way != write->node || td_goes_forward(self, write, &self->scopes[level]))
		return true;
	trend = td_trend_of(self, write->value, &self->scopes[level], &why);
	free(why);
	return trend == TD_CONSTANT;
}

/* list_add(&waiting), where the length of another list is asked for. */
static bool is_for_other(struct td_check *self, const struct changes *changes, uint32_t write)
{
	const struct td_program *program = self->program;
	size_t level;
	uint32_t call = td_on_the_way(self, write, &level);

	return call != write && td_node(program, call)->name == td_function_of(program, write)->name &&
	       td_is_handed_other(self, call, write, changes->asked, changes->scope);
}

static bool goes_along(struct td_check *self, const struct changes *changes, uint32_t write)
{
	return (td_accompanies(self, write) && !is_for_other(self, changes, write)) ||
	       td_is_made_unless_failed(self, write, changes->asked, changes->scope) || td_comes_before_next(self, write);
}

static void note_in_loop(struct td_check *self, struct changes *changes, const struct td_write *write)
{
	enum td_change change = write->change;
	bool none = false;

	if (change == TD_CHANGE_UNKNOWN && td_node(self->program, write->node)->kind == TD_N_CALL)
		change = effect_of_call(self->program, write, &none);
	if (none)
		return;
	if ((change == TD_CHANGE_UP || change == TD_CHANGE_DOWN) && !has_constant_step(self, write))
		change = TD_CHANGE_UNKNOWN;
	switch (change) {
	case TD_CHANGE_UP:
		changes->up_is_honest = (!changes->up || changes->up_is_honest) && is_honest(self, changes, write);
		changes->up = write->node;
		changes->up_goes_along |= goes_along(self, changes, write->node);
		break;
	case TD_CHANGE_DOWN:
		changes->down_is_honest = (!changes->down || changes->down_is_honest) && is_honest(self, changes, write);
		changes->down = write->node;
		changes->down_goes_along |= goes_along(self, changes, write->node);
		break;
	case TD_CHANGE_SET:
		if (!is_from_configuration(self, write, &self->scopes[self->level]))
			changes->set = write->node;
		break;
	default:
		changes->unknown = write->node;
	}
}

/* If the program does not call it, a library does. */
static bool is_called(const struct td_program *program, uint32_t function)
{
	struct td_callers callers = td_callers_of(program, function);
	bool is = callers.count > 0;

	free(callers.items);
	return is;
}

bool td_may_run_any_time(const struct td_check *self, uint32_t node)
{
	size_t count;
	const struct td_use *pointed = td_uses_of(&self->program->pointed, td_function_of(self->program, node)->name, &count);

	for (size_t i = 0; i < count; i++)
		if (!td_is_held_here(self->program, pointed[i].node))
			return true;
	return (count && !is_called(self->program, td_node(self->program, node)->function)) || td_is_done(self->in_threads, node);
}

static void note_elsewhere(struct td_check *self, struct changes *changes, const struct td_write *write)
{
	uint32_t function = td_node(self->program, write->node)->function;
	bool in_thread = td_may_run_any_time(self, write->node) && function != self->scopes[self->level].function;
	uint32_t *up = in_thread ? &changes->thread_up : &changes->other_up,
		 *down = in_thread ? &changes->thread_down : &changes->other_down;

	if (in_thread && td_is_other_elsewhere(self, write->node, changes->asked, changes->scope))
		return;
	if (write->change == TD_CHANGE_UP && td_is_waited_for(self, write->node)) {
		changes->up = write->node;
		changes->up_goes_along = true;
		return;
	}
	if (write->change == TD_CHANGE_UP)
		*up = write->node;
	else if (write->change == TD_CHANGE_DOWN)
		*down = write->node;
	else if (in_thread && write->change == TD_CHANGE_SET)
		changes->thread_set = write->node;
}

static struct changes changes_of(struct td_check *self, uint32_t asked, const struct td_scope *scope, bool is_local)
{
	bool through;
	uint32_t name = td_target(self->program, asked, &through);
	struct changes changes = { .asked = asked, .scope = scope };
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t function = td_node(self->program, writes[i].node)->function;

		if (writes[i].through != through || td_is_initial(self->program, &writes[i]))
			continue;
		if (td_is_written_in_loop(self, &writes[i])) {
			if (!td_is_other_object(self, writes[i].node, asked, scope))
				note_in_loop(self, &changes, &writes[i]);
		} else if (!is_local || function != self->scopes[self->level].function) {
			note_elsewhere(self, &changes, &writes[i]);
		}
	}
	return changes;
}

static enum td_trend other(char **why, char *text)
{
	free(*why);
	*why = text;
	return TD_OTHER;
}

static enum td_trend rising(struct td_check *self, const struct changes *changes, const char *name, char **why)
{
	const struct td_program *program = self->program;
	uint32_t down = changes->down ? changes->down : changes->thread_down ? changes->thread_down : changes->other_down;

	if (!changes->up_goes_along)
		return other(why, td_format("%s is not raised whenever %s is created", name,
					    self->resource == TD_THREADS ? "a thread" : "something"));
	if (changes->down && !changes->down_is_honest)
		return other(why, td_format("%s is lowered again in the loop itself (line %u)", name,
					    td_node(program, changes->down)->line));
	if (!down)
		return TD_RISING;
	*why = td_format("%s is lowered in %s (line %u)", name, place(program, down), td_node(program, down)->line);
	return TD_RISING_ALIVE;
}

static enum td_trend falling(struct td_check *self, const struct changes *changes, const char *name, char **why)
{
	const struct td_program *program = self->program;
	uint32_t up = changes->up ? changes->up : changes->thread_up ? changes->thread_up : changes->other_up;

	if (!changes->down_goes_along)
		return other(why, td_format("%s is not lowered whenever %s is created", name,
					    self->resource == TD_THREADS ? "a thread" : "something"));
	if (changes->up && !changes->up_is_honest)
		return other(
		    why, td_format("%s is raised again in the loop itself (line %u)", name, td_node(program, changes->up)->line));
	if (!up)
		return TD_FALLING;
	if (!changes->up && !td_set_has(&self->created, td_node(program, up)->function) && !waits_before(program, up))
		return other(why, td_format("%s is raised in %s (line %u), and not because a thread has ended", name,
					    place(program, up), td_node(program, up)->line));
	*why = td_format("%s is raised in %s (line %u)", name, place(program, up), td_node(program, up)->line);
	return TD_FALLING_ALIVE;
}

/* What is only ever set, or changed neither here nor in a thread, is configuration. */
static enum td_trend still(struct td_check *self, const struct changes *changes, const char *name, char **why)
{
	const struct td_program *program = self->program;
	uint32_t node = changes->thread_up ? changes->thread_up : changes->thread_down;

	if (!node)
		return TD_CONSTANT;
	if (node == changes->thread_up)
		return other(why, td_format("%s is raised only in %s (line %u), which may run after any number of rounds", name,
					    place(program, node), td_node(program, node)->line));
	return other(why, td_format("%s is changed in %s (line %u), not in the loop", name, place(program, node),
				    td_node(program, node)->line));
}

static enum td_trend decide(struct td_check *self, const struct changes *changes, const char *name, char **why)
{
	const struct td_program *program = self->program;

	if (changes->unknown)
		return other(why, td_format("%s is changed at line %u in a way that may go up and down", name,
					    td_node(program, changes->unknown)->line));
	if (changes->set)
		return other(why, td_format("%s is set anew in the loop (line %u)", name, td_node(program, changes->set)->line));
	if (changes->thread_set && (changes->up || changes->down))
		return other(why, td_format("%s is set anew in %s (line %u)", name, place(program, changes->thread_set),
					    td_node(program, changes->thread_set)->line));
	if (changes->up && changes->down)
		return changes->down_is_honest && !(changes->up_is_honest && changes->down_goes_along)
			   ? rising(self, changes, name, why)
			   : falling(self, changes, name, why);
	if (changes->up)
		return rising(self, changes, name, why);
	return changes->down ? falling(self, changes, name, why) : still(self, changes, name, why);
}

/* Declared in the loop, it is another object each time. */
static bool is_declared_in_loop(const struct td_check *self, uint32_t name)
{
	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (td_node(self->program, i)->kind == TD_N_DECLARE && td_node(self->program, i)->name == name)
			return true;
	return false;
}

/* The object of a method is the one that it was called for, and a constructor's is a new one. */
static bool is_steady_this(struct td_check *self, const struct td_scope *scope)
{
	uint16_t flags = scope->caller ? td_node(self->program, scope->call)->flags : 0;

	if (flags & TD_F_CONSTRUCT)
		return false;
	return !(flags & TD_F_METHOD) || td_is_steady(self, td_child(self->program, scope->call, 0), scope->caller);
}

/* Functions that are called by their names, from the loop on. */
static void follow_names(struct td_check *self, uint32_t first, uint32_t last)
{
	const struct td_program *program = self->program;

	for (uint32_t i = first; i < last; i++) {
		size_t count;
		const struct td_use *functions =
			td_node(program, i)->kind == TD_N_CALL ? td_uses_of(&program->functions, td_node(program, i)->name, &count) : NULL;

		for (size_t j = 0; functions && j < count; j++) {
			const struct td_function *function = &program->all.functions.items[functions[j].node];

			if (td_set_has(&self->inside, functions[j].node) && td_set_add(&self->by_name, functions[j].node))
				follow_names(self, function->first, function->first + function->count);
		}
	}
}

/* server->last = next_of(server): the pointer is another one in each round.  What is only come to through pointers to functions, or
 * so one thinks, may be about another server. */
static bool is_put_elsewhere(struct td_check *self, uint32_t field)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);

	if (!self->by_name.bits) {
		td_set_make(&self->by_name, program);
		for (size_t i = 0; i < self->level; i++)
			td_set_add(&self->by_name, self->scopes[i].function);
		follow_names(self, self->loop.first, self->loop.last);
		for (size_t i = 0; i < self->level; i++) {
			const struct td_function *function = &program->all.functions.items[self->scopes[i].function];

			follow_names(self, function->first, function->first + function->count);
		}
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t node = writes[i].node;

		if (!writes[i].through && td_is_written_in_loop(self, &writes[i]) &&
		    ((node >= self->loop.first && node < self->loop.last) || td_set_has(&self->by_name, td_node(program, node)->function)))
			return true;
	}
	return false;
}

/* connection->response->data: only the last pointer is looked at.  Further away one comes to fields that are put elsewhere for
 * reasons which have nothing to do with the loop. */
static bool is_steady_through(struct td_check *self, uint32_t field, const struct td_scope *scope)
{
	bool is_same;

	if (!self->pointers && is_put_elsewhere(self, td_node(self->program, field)->name))
		return false;
	self->pointers++;
	is_same = td_is_steady(self, field + 1, scope);
	self->pointers--;
	return is_same;
}

static bool is_steady(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	const struct td_node *at, *asked = td_node(self->program, node);
	char *why = NULL;
	enum td_trend trend;

	node = td_resolve(self, node, &scope);
	at = td_node(self->program, node);
	if (at->kind == TD_N_OTHER && asked->kind == TD_N_REF && asked->flags & TD_F_LOCAL && is_declared_in_loop(self, asked->name))
		return false; /* struct client client = { ... } */
	if (at->kind == TD_N_FIELD && at->flags & TD_F_POINTER)
		return is_steady_through(self, node, scope);
	if (at->kind == TD_N_FIELD || (at->kind == TD_N_UNARY && (at->op == TD_O_DEREF || at->op == TD_O_ADDRESS)))
		return td_is_steady(self, node + 1, scope);
	if (at->kind == TD_N_NONE || at->kind == TD_N_OTHER)
		return is_steady_this(self, scope);
	if (at->kind == TD_N_SUBSCRIPT && !td_is_steady(self, node + 1, scope))
		return false;
	if (at->kind == TD_N_REF && scope == &self->scopes[self->level] && at->flags & TD_F_LOCAL &&
	    is_declared_in_loop(self, at->name))
		return false;
	if (at->kind == TD_N_REF && !(at->flags & TD_F_POINTER) && scope == &self->scopes[self->level])
		return true; /* the object itself */
	if (td_made_once(self, node))
		return true;
	trend = td_trend_of(self, node, scope, &why);
	free(why);
	return trend == TD_CONSTANT;
}

bool td_is_steady(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	bool steady;

	self->depth++;
	steady = self->depth < TD_DEEPEST && is_steady(self, node, scope);
	self->depth--;
	return steady;
}

/* f(n - 1) inside f(n), also by way of other functions. */
static enum td_trend of_recursion(struct td_check *self, uint32_t node, char **why)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[self->loop.inner];
	uint32_t name = td_node(program, node)->name, value;
	int number = td_parameter_number(program, scope->function, name);
	enum td_trend trend = TD_CONSTANT;

	value = number < 0 || !scope->caller ? 0 : td_argument(program, scope->call, (unsigned)number);
	for (scope = scope->caller; value;) {
		enum td_operator op;

		value = td_resolve(self, value, &scope);
		op = td_node(program, value)->op;
		if (td_node(program, value)->kind == TD_N_REF && td_node(program, value)->name == name)
			return trend;
		if (td_node(program, value)->kind != TD_N_BINARY ||
		    (op != TD_O_ADD && op != TD_O_SUB && op != TD_O_DIV && op != TD_O_SHR) ||
		    td_trend_of(self, td_child(program, value, 1), scope, why) != TD_CONSTANT ||
		    (trend != TD_CONSTANT && (trend == TD_RISING) != (op == TD_O_ADD)))
			break;
		trend = op == TD_O_ADD ? TD_RISING : TD_FALLING;
		value++;
	}
	return other(why, td_format("%s is something else in each call", name_of(program, node)));
}

static bool is_of_recursion(const struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	return (self->loop.kind == TD_LOOP_RECURSION || self->loop.kind == TD_LOOP_THREADS) &&
	       scope == &self->scopes[self->level] && td_node(self->program, node)->flags & TD_F_PARAMETER;
}

/* config->limit, where config is another one after it was read anew; its fields are never counted up or down. */
static bool is_setting(const struct td_program *program, uint32_t field)
{
	const struct td_node *base = td_node(program, field + 1);
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, field)->name, &count);

	for (size_t i = 0; i < count; i++)
		if (writes[i].change == TD_CHANGE_UP || writes[i].change == TD_CHANGE_DOWN)
			return false;
	return base->kind == TD_N_REF && base->flags & TD_F_GLOBAL && td_is_configuration(td_text(program, base->spelling));
}

enum td_trend td_trend_of_variable(struct td_check *self, uint32_t node, const struct td_scope *scope, char **why)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	bool through, is_local = at->flags & TD_F_LOCAL;
	uint32_t name = td_target(program, node, &through);
	struct changes changes;

	if (!name)
		return TD_OTHER;
	if (is_local)
		scope = td_home_of(self, node, scope);
	if (at->flags & TD_F_CONST && !through)
		return TD_CONSTANT;
	if (is_of_recursion(self, node, scope))
		return of_recursion(self, node, why);
	if (is_local && !through && scope != &self->scopes[self->level])
		return other(why, td_format("%s begins anew with each call of %s", name_of(program, node),
					    td_text(program, program->all.functions.items[scope->function].spelling)));
	if (at->kind == TD_N_FIELD && is_setting(program, node))
		return TD_CONSTANT;
	if (at->kind == TD_N_FIELD && !td_is_steady(self, node + 1, scope))
		return other(why, td_format("%s belongs to another object each time", name_of(program, node)));
	if (at->kind == TD_N_SUBSCRIPT && !td_is_steady(self, td_child(program, node, 1), scope))
		return other(why, td_format("another element of %s is looked at each time", name_of(program, node)));
	changes = changes_of(self, node, scope, is_local);
	return decide(self, &changes, name_of(program, node), why);
}

static bool is_up(enum td_trend trend)
{
	return trend == TD_RISING || trend == TD_RISING_ALIVE;
}

static bool is_down(enum td_trend trend)
{
	return trend == TD_FALLING || trend == TD_FALLING_ALIVE;
}

/* How much a side does towards ending: nothing, for those alive, or for good. */
static enum td_bound moving(enum td_trend trend)
{
	return trend == TD_RISING || trend == TD_FALLING	       ? TD_BOUNDED
	       : trend == TD_RISING_ALIVE || trend == TD_FALLING_ALIVE ? TD_ALIVE
								       : TD_UNBOUNDED;
}

/* The sides come nearer to each other if neither goes away and one of them moves. */
static enum td_bound nearer(enum td_trend low, enum td_trend high)
{
	enum td_bound up = moving(low), down = moving(high);

	if ((low != TD_CONSTANT && !is_up(low)) || (high != TD_CONSTANT && !is_down(high)))
		return TD_UNBOUNDED;
	if (low == TD_CONSTANT || high == TD_CONSTANT)
		return low == TD_CONSTANT ? down : up;
	return up < down ? up : down;
}

static enum td_bound weigh(enum td_operator op, enum td_trend left, enum td_trend right)
{
	switch (op) {
	case TD_O_LT:
	case TD_O_LE:
		return nearer(left, right);
	case TD_O_GT:
	case TD_O_GE:
		return nearer(right, left);
	default:
		return left == TD_CONSTANT ? moving(right) : right == TD_CONSTANT ? moving(left) : TD_UNBOUNDED;
	}
}

static char *explain(enum td_trend left, enum td_trend right, char *left_why, char *right_why, const char *name)
{
	if (left == TD_CONSTANT && right == TD_CONSTANT)
		return td_strdup("neither side changes in the loop");
	if (left == TD_OTHER && left_why)
		return td_strdup(left_why);
	if (right == TD_OTHER && right_why)
		return td_strdup(right_why);
	if (left != TD_OTHER && right != TD_OTHER && left != TD_CONSTANT && right != TD_CONSTANT)
		return td_strdup("both sides change");
	if (left != TD_OTHER && right != TD_OTHER)
		return td_format("%s moves away from the limit", name);
	return NULL;
}

struct td_opinion td_pattern_counter(struct td_check *self, const struct td_comparison *comparison)
{
	char *left_why = NULL, *right_why = NULL;
	enum td_trend left = td_trend_of(self, comparison->left, comparison->scope, &left_why);
	enum td_trend right = td_trend_of(self, comparison->right, comparison->scope, &right_why);
	bool is_walk = comparison->op == TD_O_NE && left == TD_RISING && right == TD_FALLING &&
		       td_is_end_of_list(self->program, comparison->right); /* of which others only take elements out */
	enum td_bound verdict = is_walk ? TD_BOUNDED : weigh(comparison->op, left, right);
	uint32_t counter = left == TD_CONSTANT ? comparison->right : comparison->left;
	const char *name = counter ? name_of(self->program, counter) : "it";
	struct td_opinion opinion = { verdict, verdict == TD_ALIVE ? "live count" : verdict ? "counter" : NULL, NULL };

	if (verdict == TD_BOUNDED)
		opinion.why = td_format("%s only %s, towards a limit", name, is_up(left) || is_up(right) ? "rises" : "falls");
	else if (verdict == TD_ALIVE)
		opinion.why = td_format("%s counts what is there at a time: %s", name,
					left_why    ? left_why
					: right_why ? right_why
						    : "");
	else
		opinion.why = explain(left, right, left_why, right_why, name);
	free(left_why);
	free(right_why);
	return opinion;
}
