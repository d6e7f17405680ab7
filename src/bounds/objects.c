/* Whose field it is.  A field is known by its type only, so that what is done to one object seems to be done to all; here some are
 * told apart that a reader tells apart too:
 *
 *   worker = &server->workers[i]; worker->count = 0;     an element of an array, another in each round, is not the server
 *   list_clear(requests)                                 with children->count asked about: another list
 *
 *   resolve(&client->addresses)                          with server->addresses asked about: a member has its own place, and so
 *                                                        has a variable of the whole program that is no pointer
 *
 * The latter two need that the variable which has the asked object, or the member that is it, hands its value or
 * address only to functions, and that all calls of the function with the write, inside the loop, hand it something
 * else.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLERS = 6 };

/* The object that is asked about, and where others are looked for. */
struct asked {
	uint32_t name;
	bool is_place;           /* a variable or member itself, not what one points to */
	bool elsewhere;          /* where it may run at any time, instead of in the loop */
};

static uint32_t base_of(const struct td_program *program, uint32_t field)
{
	return td_without_address(program, field + 1);
}

static bool is_element(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_SUBSCRIPT;
}

/* Written in the loop's own function, to an element that is another one in each round. */
static bool is_other_element(struct td_check *self, uint32_t written)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[self->level];
	enum td_trend trend;
	char *why = NULL;
	uint32_t node;

	if (td_node(program, written)->function != scope->function)
		return false;
	node = td_without_address(program, td_resolve(self, base_of(program, written), &scope));
	trend = is_element(program, node) ? td_trend_of(self, td_child(program, node, 1), scope, &why) : TD_CONSTANT;
	free(why);
	return trend != TD_CONSTANT;
}

/* The variable's value is only asked about, used, or handed to functions: no other variable has it. */
static bool has_no_copy(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t node = refs[i].node, parent = td_parent(program, node);
		const struct td_node *at = td_node(program, parent);

		if (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS)
			return false;
		if ((at->kind == TD_N_ASSIGN && node != parent + 1) || at->kind == TD_N_DECLARE || at->kind == TD_N_RETURN ||
		    at->kind == TD_N_OTHER || at->kind == TD_N_CONDITIONAL)
			return false;
	}
	return count > 0;
}

static bool is_handed_other(struct td_check *self, uint32_t parameter, uint32_t function, const struct asked *asked, unsigned callers);

static bool is_other(struct td_check *self, uint32_t node, const struct asked *asked, unsigned callers);

/* All that a local variable is given is something else. */
static bool is_other_local(struct td_check *self, uint32_t local, const struct asked *asked, unsigned callers)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, local, &count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		if (writes[i].through)
			continue;
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || !is_other(self, writes[i].value, asked, callers))
			return false;
		any = true;
	}
	return any;
}

/* An object that is known by its own name, be it a variable or a member: no pointer to another. */
static bool is_itself(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return (at->kind == TD_N_REF || at->kind == TD_N_FIELD) && !(at->flags & TD_F_POINTER);
}

/* An expression that does not stand for what the variable has. */
static bool is_other(struct td_check *self, uint32_t node, const struct asked *asked, unsigned callers)
{
	const struct td_program *program = self->program;
	const struct td_node *at;
	bool through;

	node = td_without_address(program, node);
	at = td_node(program, node);
	if (at->kind == TD_N_REF && at->flags & TD_F_PARAMETER)
		return callers && is_handed_other(self, at->name, at->function, asked, callers - 1);
	if (at->kind == TD_N_REF && at->flags & TD_F_LOCAL && !(asked->is_place && is_itself(program, node)))
		return callers && is_other_local(self, at->name, asked, callers - 1);
	if (at->kind == TD_N_LITERAL) /* NULL */
		return !at->value;
	if (at->kind == TD_N_CALL) /* it was made just now */
		return strstr(td_text(program, at->spelling), "alloc") != NULL;
	if (asked->is_place && !is_itself(program, node))
		return false;
	return (at->kind == TD_N_REF || at->kind == TD_N_FIELD) && td_target(program, node, &through) != asked->name;
}

static bool is_handed_other(struct td_check *self, uint32_t parameter, uint32_t function, const struct asked *asked, unsigned callers)
{
	const struct td_program *program = self->program;
	struct td_givers givers = td_givers_of(program, function, parameter);

	if (givers.number < 0)
		return false;
	for (size_t i = 0; i < givers.count; i++) {
		uint32_t call = givers.calls[i].node, argument = td_argument(program, call, (unsigned)givers.number);
		bool counts = asked->elsewhere ? td_may_run_any_time(self, call)
					       : td_is_in_loop(self, call) && !td_is_on_way_out(self, call);

		if (counts && (!argument || !is_other(self, argument, asked, callers)))
			return false;
	}
	return true;
}

/* A member's address goes only to functions. */
static bool is_kept_nowhere(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t parent = td_parent(program, refs[i].node);
		const struct td_node *at = td_node(program, parent);

		if (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS && td_node(program, td_parent(program, parent))->kind != TD_N_CALL)
			return false;
	}
	return count > 0;
}

/* The object whose field is asked about, if it is one that can be told from others. */
static bool is_distinct(struct td_check *self, uint32_t field, const struct td_scope *scope, struct asked *asked)
{
	const struct td_program *program = self->program;
	uint32_t object = td_without_address(program, td_resolve(self, base_of(program, field), &scope));
	bool through;

	asked->name = td_target(program, object, &through);
	asked->is_place = is_itself(program, object) &&
			  (td_node(program, object)->kind == TD_N_FIELD || td_node(program, object)->flags & TD_F_GLOBAL);
	if (asked->is_place)
		return is_kept_nowhere(program, asked->name);
	return td_node(program, object)->kind == TD_N_REF && td_node(program, object)->flags & TD_F_GLOBAL && !through &&
	       has_no_copy(program, asked->name);
}

/* A field of another object than the one that a variable of the whole program has, or that is a member. */
static bool is_other_parameter(struct td_check *self, uint32_t written, uint32_t field, const struct td_scope *scope, bool elsewhere)
{
	uint32_t base = base_of(self->program, written);
	struct asked asked = { .elsewhere = elsewhere };

	bool is_place = td_node(self->program, base)->kind == TD_N_FIELD && is_itself(self->program, base);

	return (td_node(self->program, base)->flags & TD_F_LOCAL || is_place) && is_distinct(self, field, scope, &asked) &&
	       is_other(self, base, &asked, MOST_CALLERS);
}

static bool are_fields(const struct td_check *self, uint32_t write, uint32_t asked)
{
	enum td_node_kind kind = td_node(self->program, write)->kind;

	return (kind == TD_N_ASSIGN || kind == TD_N_UNARY) && td_node(self->program, write + 1)->kind == TD_N_FIELD &&
	       td_node(self->program, asked)->kind == TD_N_FIELD && self->depth <= TD_DEEPEST;
}

bool td_is_other_elsewhere(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope)
{
	bool is_other;

	if (!are_fields(self, write, asked))
		return false;
	self->depth++;
	is_other = is_other_parameter(self, write + 1, asked, scope, true);
	self->depth--;
	return is_other;
}

bool td_is_other_object(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t written = write + 1;
	const struct td_scope *inner = scope;
	bool is_other;

	if (!are_fields(self, write, asked))
		return false;
	self->depth++;
	is_other = (!is_element(program, td_without_address(program, td_resolve(self, base_of(program, asked), &inner))) &&
		    is_other_element(self, written)) || is_other_parameter(self, written, asked, scope, false);
	self->depth--;
	return is_other;
}

bool td_is_handed_other(struct td_check *self, uint32_t call, uint32_t write, uint32_t asked, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t written = write + 1, argument;
	struct asked object = { 0 };
	int number;

	if (td_node(program, written)->kind != TD_N_FIELD || td_node(program, asked)->kind != TD_N_FIELD)
		return false;
	number = td_parameter_number(program, td_node(program, write)->function, td_node(program, base_of(program, written))->name);
	argument = number < 0 ? 0 : td_argument(program, call, (unsigned)number);
	return argument && is_distinct(self, asked, scope, &object) && is_other(self, argument, &object, MOST_CALLERS);
}
