/* What is in an object that was made just now:
 *
 *   struct stream *s = calloc(1, sizeof *s);
 *   set_name(s, "state");
 *   open_stream(s);
 *
 * where open_stream() starts a thread if (s->interval).  Memory from calloc() is zero, and as long as no other code
 * knows the object, only functions that it is handed to may change it: if none of them sets the interval, it is 0 where
 * open_stream() asks.  The object is followed from where it is made (a call, a function that returns it or fills in a
 * variable) through the variable and the parameters that have it to the question.  Whatever gives it to other code (a
 * copy of the pointer, a function whose source is not there, a thread) ends the knowledge, and so does a write, unless
 * that gives 0 or what stands around it is never so either.
 */
#include "check.h"

#include "paths.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 6, MOST_WITHIN = 4 };

/* A variable that has the object, and a place in its function: what is done before it counts.  0: all that the function does. */
struct holder {
	uint32_t name;
	const struct td_scope *scope;
	uint32_t until;
};

struct newborn {
	struct td_check *check;
	uint32_t field;
	unsigned calls;                /* that may still be followed */
};

static bool is_new(const struct newborn *self, const struct holder *holder);

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_LITERAL && !at->value && !(at->flags & TD_F_UNKNOWN);
}

static bool is_local_pointer(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_REF && at->flags & TD_F_LOCAL && at->flags & TD_F_POINTER;
}

static uint32_t parameter_at(const struct td_program *program, uint32_t function, unsigned number)
{
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t i = in->first + 1; i < in->first + in->count; i = td_node(program, i)->end)
		if (td_node(program, i)->kind == TD_N_PARAMETER && !number--)
			return td_node(program, i)->name;
	return 0;
}

/* s = NULL; struct stream *s = NULL; if ((s = calloc(...)) == NULL): the variable is written whatever comes then. */
static bool begins_with(const struct td_program *program, uint32_t statement, const struct td_write *write)
{
	enum td_node_kind kind = td_node(program, write->node)->kind, outer = td_node(program, statement)->kind;

	if (write->change != TD_CHANGE_SET || write->through || (kind != TD_N_ASSIGN && kind != TD_N_DECLARE))
		return false;
	return write->node == statement || (outer == TD_N_OTHER && kind == TD_N_DECLARE && td_parent(program, write->node) == statement) ||
	       (outer == TD_N_IF && write->node <= statement + 2 && td_is_inside(program, write->node, statement + 1));
}

struct rest {
	const struct td_program *program;
	const struct holder *holder;
};

/* Where the variable becomes something else, whatever that is: what was done to the object before is of no interest. */
static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct rest *self = data;
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, self->holder->name, &count);

	for (size_t i = 0; i < count; i++)
		if (begins_with(self->program, statement, &writes[i]) && !td_is_inside(self->program, self->holder->until, statement))
			return TD_NO_FURTHER;
	return TD_EITHER_WAY;
}

/* What is done at the node may be done to the object before the place. */
static bool counts(const struct newborn *self, uint32_t node, const struct holder *holder)
{
	const struct rest data = { self->check->program, holder };
	const struct td_foresight foresight = { foresee, &data };

	if (td_node(data.program, node)->function != holder->scope->function)
		return false;
	return !holder->until || td_reaches_under(data.program, node, holder->until, &foresight);
}

/* Each function that a call may mean is asked about the parameter that has, or points to, the object.  The nodes of the call's arguments
 * are counted from 0. */
typedef bool about_parameter(const struct newborn *self, const struct holder *holder);

static bool all_called(const struct newborn *self, uint32_t call, unsigned number, const struct td_scope *scope, about_parameter *is_so)
{
	const struct td_program *program = self->check->program;
	struct newborn inner = *self;
	struct td_callers called = td_called_at(program, call, true);
	bool all = called.count && self->calls && !td_starts_thread(program, call);

	inner.calls--;
	for (size_t i = 0; i < called.count && all; i++) {
		uint32_t function = called.items[i].site;
		struct holder holder = { parameter_at(program, function, number), td_enter_function(self->check, function, call, scope), 0 };

		all = holder.name && holder.scope && is_so(&inner, &holder);
	}
	free(called.items);
	return all;
}

static unsigned argument_number(const struct td_program *program, uint32_t call, uint32_t argument)
{
	unsigned number = 0;

	while (td_child(program, call, number + 1) != argument)
		number++;
	return number;
}

/* Functions of libraries that look at what they are given, or make an end of it. */
static bool is_library_harmless(const struct td_program *program, uint32_t call)
{
	static const char *const functions[] = { "free", "printf", "fprintf", "snprintf", "sprintf", "syslog", NULL };
	const char *name = td_text(program, td_node(program, call)->spelling);

	return td_is_one_of(name, functions) ||
	       (!strcmp(name, "memset") && td_child(program, call, 2) && is_nothing(program, td_child(program, call, 2)));
}

static bool is_zero(const struct newborn *self, uint32_t value, const struct td_scope *scope)
{
	int64_t number;

	return td_number_of(self->check, value, scope, &number) && !number;
}

/* The object's field that is asked about: looked at, given 0, or not really come to. */
static bool is_left_zero(const struct newborn *self, uint32_t field, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	uint32_t outer = td_parent(program, field);
	const struct td_node *at = td_node(program, outer);
	bool is_assigned = at->kind == TD_N_ASSIGN && outer + 1 == field;
	bool is_changed = is_assigned || at->kind == TD_N_OTHER || at->kind == TD_N_FIELD || at->kind == TD_N_SUBSCRIPT ||
			  (at->kind == TD_N_UNARY && (at->op == TD_O_INC || at->op == TD_O_DEC || at->op == TD_O_ADDRESS)) ||
			  (at->kind == TD_N_CALL && at->flags & TD_F_METHOD);

	return !is_changed || (is_assigned && at->op == TD_O_NONE && is_zero(self, td_child(program, outer, 1), scope)) ||
	       td_never_holds(self->check, td_formula_around(self->check, td_function_of(program, outer)->first, outer, scope));
}

static bool is_only_asked(const struct td_program *program, uint32_t outer, uint32_t inner)
{
	const struct td_node *at = td_node(program, outer);

	switch (at->kind) {
	case TD_N_BINARY:
		return (at->op >= TD_O_LT && at->op <= TD_O_NE) || at->op == TD_O_ALL || at->op == TD_O_ANY ||
		       (at->op == TD_O_COMMA && inner == outer + 1);
	case TD_N_UNARY:
		return at->op == TD_O_NOT;
	case TD_N_CONDITIONAL:
		return inner == outer + 1;
	case TD_N_IF:
	case TD_N_WHILE:
	case TD_N_DO:
	case TD_N_FOR:
	case TD_N_BLOCK:
	case TD_N_SIZEOF:
		return true;
	default:
		return false;
	}
}

static bool stays_zero(const struct newborn *self, const struct holder *holder);

/* *object = made; inside a function that is given the address of a variable. */
static bool is_filled(const struct newborn *self, const struct holder *holder, uint32_t reference)
{
	const struct td_program *program = self->check->program;
	uint32_t deref = td_parent(program, reference), assign = td_parent(program, deref), value;
	struct holder made = { 0, holder->scope, assign };

	if (is_only_asked(program, deref, reference))
		return true;
	if (td_node(program, deref)->kind != TD_N_UNARY || td_node(program, deref)->op != TD_O_DEREF ||
	    td_node(program, assign)->kind != TD_N_ASSIGN || assign + 1 != deref)
		return false;
	value = td_child(program, assign, 1);
	made.name = td_node(program, value)->name;
	return is_nothing(program, value) || (is_local_pointer(program, value) && !(td_node(program, value)->flags & TD_F_PARAMETER) &&
					     is_new(self, &made));
}

static bool fills(const struct newborn *self, const struct holder *holder)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, holder->name, &count);

	for (size_t i = 0; i < count; i++)
		if (td_node(program, refs[i].node)->function == holder->scope->function && !is_filled(self, holder, refs[i].node))
			return false;
	return count > 0;
}

static bool is_filling(const struct newborn *self, uint32_t address, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	uint32_t call = td_parent(program, address);

	return td_node(program, address)->kind == TD_N_UNARY && td_node(program, address)->op == TD_O_ADDRESS &&
	       td_node(program, call)->kind == TD_N_CALL && address != call + 1 &&
	       all_called(self, call, argument_number(program, call, address), scope, fills);
}

/* One place at which a variable that has the object stands. */
static bool is_harmless(const struct newborn *self, uint32_t reference, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	uint32_t outer = td_parent(program, reference);
	const struct td_node *at = td_node(program, outer);

	if (at->kind == TD_N_FIELD)
		return at->name != self->field || is_left_zero(self, outer, scope);
	if (at->kind == TD_N_ASSIGN)
		return reference == outer + 1;
	if (at->kind == TD_N_CALL)
		return reference != outer + 1 && (is_library_harmless(program, outer) ||
			all_called(self, outer, argument_number(program, outer, reference), scope, stays_zero));
	return is_only_asked(program, outer, reference) || is_filling(self, outer, scope);
}

static bool is_statement(enum td_node_kind kind)
{
	return kind == TD_N_BLOCK || kind == TD_N_IF || kind == TD_N_SWITCH || kind == TD_N_CASE || kind == TD_N_DEFAULT ||
	       kind == TD_N_LABEL || kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE || kind == TD_N_TRY ||
	       kind == TD_N_CATCH || kind == TD_N_FUNCTION;
}

/* The whole expression that the node stands in. */
static uint32_t expression_of(const struct td_program *program, uint32_t node)
{
	uint32_t outer;

	while (!is_statement(td_node(program, outer = td_parent(program, node))->kind))
		node = outer;
	return node;
}

/* The call that the question stands behind hands the object on; it counts if it may have been come to before. */
static bool is_the_way(const struct newborn *self, uint32_t reference, const struct holder *holder)
{
	const struct td_program *program = self->check->program;

	return holder->until && td_parent(program, reference) == holder->until &&
	       !counts(self, expression_of(program, holder->until), holder);
}

static bool stays_zero(const struct newborn *self, const struct holder *holder)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, holder->name, &count);

	for (size_t i = 0; i < count; i++)
		if (counts(self, refs[i].node, holder) && !is_the_way(self, refs[i].node, holder) &&
		    !is_harmless(self, refs[i].node, holder->scope))
			return false;
	return true;
}

/* Each result of a function is nothing, or an object that was made in it. */
static bool returns_new(const struct newborn *self, uint32_t call, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	struct newborn inner = *self;
	const struct td_scope *entered = self->calls ? td_enter(self->check, call, scope) : NULL;
	const struct td_function *in = entered ? &program->all.functions.items[entered->function] : NULL;
	bool any = false;

	inner.calls--;
	for (uint32_t i = in ? in->first : 0; in && i < in->first + in->count; i++) {
		struct holder holder = { td_node(program, i + 1)->name, entered, i };

		if (td_node(program, i)->kind != TD_N_RETURN || is_nothing(program, i + 1))
			continue;
		if (!is_local_pointer(program, i + 1) || td_node(program, i + 1)->flags & TD_F_PARAMETER || !is_new(&inner, &holder))
			return false;
		any = true;
	}
	return any;
}

/* calloc, g_malloc0, kzalloc; or a function that makes one. */
static bool is_made(const struct newborn *self, uint32_t value, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	const char *name = td_text(program, td_node(program, value)->spelling);

	if (td_node(program, value)->kind != TD_N_CALL)
		return false;
	return strstr(name, "calloc") || strstr(name, "alloc0") || strstr(name, "zalloc") || returns_new(self, value, scope);
}

/* All that the variable may have been given is nothing, or a new object. */
static bool has_new(const struct newborn *self, const struct holder *holder)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, holder->name, &count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		bool is_set = writes[i].change == TD_CHANGE_SET && writes[i].value;

		if (writes[i].through || !counts(self, writes[i].node, holder) || (is_set && is_nothing(program, writes[i].value)))
			continue;
		any = true;
		if (is_set ? !is_made(self, writes[i].value, holder->scope) : td_node(program, writes[i].node)->kind != TD_N_CALL)
			return false;
	}
	return any;
}

static bool is_new(const struct newborn *self, const struct holder *holder)
{
	return has_new(self, holder) && stays_zero(self, holder);
}

/* From the function that asks outwards to the one that has made the object. */
static bool is_zero_at(const struct newborn *self, uint32_t asked, const struct td_scope *scope)
{
	const struct td_program *program = self->check->program;
	uint32_t object = asked + 1;
	struct holder holder = { 0, scope, asked };

	while (is_local_pointer(program, object)) {
		size_t writes;
		int number = td_parameter_number(program, holder.scope->function, holder.name = td_node(program, object)->name);

		if (!(td_node(program, object)->flags & TD_F_PARAMETER))
			return is_new(self, &holder);
		td_writes_of(program, holder.name, &writes);
		if (writes || number < 0 || !holder.scope->caller || td_node(program, holder.scope->call)->kind != TD_N_CALL ||
		    td_starts_thread(program, holder.scope->call) || !stays_zero(self, &holder))
			return false;
		object = td_argument(program, holder.scope->call, (unsigned)number);
		holder.until = holder.scope->call;
		holder.scope = holder.scope->caller;
	}
	return false;
}

bool td_is_newborn_zero(struct td_check *self, uint32_t field, const struct td_scope *scope)
{
	const struct newborn newborn = { self, td_node(self->program, field)->name, MOST_CALLS };
	bool is_zero;

	if (!scope || self->newborns >= MOST_WITHIN || td_node(self->program, field)->function != scope->function)
		return false;
	self->newborns++;
	is_zero = is_zero_at(&newborn, field, scope);
	self->newborns--;
	return is_zero;
}
