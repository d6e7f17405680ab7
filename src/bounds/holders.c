/* Forwards: from a function's address to everything that keeps it, directly or by way of other objects. */
#include "holders.h"

#include "base/base.h"
#include "check.h"
#include "pointers.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 20000, MOST_RUNS = 8 };

/* A variable: its value leads to it, it points to what holds it, or what is written through it does. */
enum seen_as { VALUE, HOLDER, ADDRESS };

struct seen {
	uint32_t name, frame;
	enum seen_as as;
};

struct tracing {
	const struct td_program *program;
	struct td_names *names;
	struct td_frames frames;
	struct { struct seen *items; size_t count, room; } seen;
	unsigned steps;
};

static void follow(struct tracing *self, uint32_t node, uint32_t frame);
static void hold(struct tracing *self, uint32_t node, uint32_t frame);

static bool is_new(struct tracing *self, uint32_t name, uint32_t frame, enum seen_as as)
{
	for (size_t i = 0; i < self->seen.count; i++)
		if (self->seen.items[i].name == name && self->seen.items[i].frame == frame && self->seen.items[i].as == as)
			return false;
	TD_PUSH(&self->seen, ((struct seen){ name, frame, as }));
	return true;
}

static void give_up(struct tracing *self)
{
	self->names->is_unknown = true;
}

/* A variable has it: whatever its value goes to has it as well. */
static void follow_variable(struct tracing *self, uint32_t name, uint32_t frame)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&self->program->refs, name, &count);

	if (!name)
		give_up(self);
	if (!is_new(self, name, frame, VALUE))
		return;
	for (size_t i = 0; i < count && !self->names->is_unknown; i++)
		follow(self, refs[i].node, frame);
}

/* What all who call a function hand to its parameter, or the one call that led here. */
static void hold_argument(struct tracing *self, uint32_t function, uint32_t parameter, uint32_t frame)
{
	const struct td_frame *called = frame ? &self->frames.items[frame - 1] : NULL;
	struct td_givers givers = td_givers_of(self->program, function, parameter);
	int number = called ? td_parameter_number(self->program, function, parameter) : givers.number;

	if (number < 0 || (!called && !givers.count)) {
		give_up(self);
		return;
	}
	for (size_t i = 0; i < (called ? 1 : givers.count); i++) {
		uint32_t argument = td_argument(self->program, called ? called->call : givers.calls[i].node, (unsigned)number);

		if (argument)
			hold(self, argument, called ? called->outer : 0);
		else
			give_up(self);
	}
}

static bool is_named(const struct td_program *program, uint32_t call, const char *const *functions)
{
	return td_is_one_of(td_text(program, td_node(program, call)->spelling), functions);
}

bool td_makes_object(const struct td_program *program, uint32_t call)
{
	static const char *const functions[] = { "malloc", "calloc", "realloc", "reallocarray", "strdup", "g_malloc", "g_malloc0",
						 "aligned_alloc", "g_malloc_n", "g_malloc0_n", "operator new", NULL };

	return is_named(program, call, functions);
}

/* Functions without source that keep nothing of what they are given. */
static bool is_harmless(const struct td_program *program, uint32_t call)
{
	static const char *const functions[] = { "free", "g_free", "memset", "memcmp", "printf", "fprintf", "snprintf", "qsort",
						 "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_init",
						 "pthread_mutex_destroy", "pthread_cond_wait", "pthread_cond_signal",
						 "pthread_cond_broadcast", "__builtin_expect", NULL };

	return is_named(program, call, functions);
}

uint32_t td_parameter_for(const struct td_program *program, uint32_t function, unsigned number)
{
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t at = in->first + 1; at < in->first + in->count; at = td_node(program, at)->end)
		if (td_node(program, at)->kind == TD_N_PARAMETER && !number--)
			return td_node(program, at)->name;
	return 0;
}

static unsigned argument_number(const struct td_program *program, uint32_t call, uint32_t argument)
{
	unsigned number = 0;

	for (uint32_t before = td_child(program, call, 1); before && before < argument; before = td_node(program, before)->end)
		number++;
	return number;
}

static void hold_written(struct tracing *self, uint32_t name, uint32_t frame, bool through);

/* find(list, name, &found): what is found is whatever the function writes there, itself or by those that it hands the address to. */
static void hold_written_by(struct tracing *self, uint32_t call, uint32_t argument, uint32_t frame)
{
	const struct td_program *program = self->program;
	size_t count, uses;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count), *refs;

	if (!count && !is_harmless(program, call))
		give_up(self);
	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		uint32_t inner, parameter = td_parameter_for(program, functions[i].node, argument_number(program, call, argument));

		if (!parameter || !td_frame_enter(&self->frames, frame, call, functions[i].node, &inner)) {
			give_up(self);
			return;
		}
		if (!is_new(self, parameter, inner, ADDRESS))
			continue;
		hold_written(self, parameter, inner, true);
		refs = td_uses_of(&program->refs, parameter, &uses);
		for (size_t j = 0; j < uses; j++) {
			uint32_t parent = td_parent(program, refs[j].node);

			if (td_node(program, parent)->kind == TD_N_CALL && refs[j].node != parent + 1)
				hold_written_by(self, parent, refs[j].node, inner);
		}
	}
}

/* What a variable points to is held by the object that it was fetched from. */
static void hold_written(struct tracing *self, uint32_t name, uint32_t frame, bool through)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		if (writes[i].through != through)
			continue;
		if (writes[i].change == TD_CHANGE_SET && writes[i].value)
			hold(self, writes[i].value, frame);
		else if (writes[i].change == TD_CHANGE_UNKNOWN && td_node(self->program, writes[i].node)->kind == TD_N_CALL)
			hold_written_by(self, writes[i].node, writes[i].value, frame);
		else if (writes[i].change != TD_CHANGE_UP && writes[i].change != TD_CHANGE_DOWN)
			give_up(self);
	}
}

/* find(list, name)->run = it: whatever the function returns. */
static void hold_result(struct tracing *self, uint32_t call, uint32_t frame)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	if (!count && !td_makes_object(program, call))
		give_up(self);
	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		const struct td_function *function = &program->all.functions.items[functions[i].node];
		uint32_t inner;

		if (!td_frame_enter(&self->frames, frame, call, functions[i].node, &inner))
			give_up(self);
		for (uint32_t at = function->first; at < function->first + function->count && !self->names->is_unknown; at++)
			if (td_node(program, at)->kind == TD_N_RETURN)
				hold(self, at + 1, inner);
	}
}

static void hold_in_global(struct tracing *self, uint32_t name)
{
	td_names_add(self->names, name);
	follow_variable(self, name, 0);
}

/* { .run = it } stands in what a variable begins with. */
static void hold_initialised(struct tracing *self, uint32_t node)
{
	while (node && td_node(self->program, node)->kind != TD_N_DECLARE)
		node = td_parent(self->program, node);
	if (node && td_node(self->program, node)->flags & TD_F_GLOBAL)
		hold_in_global(self, td_node(self->program, node)->name);
	else
		give_up(self);
}

/* How many pointers one goes along from it; an array of pointers is one more. */
static unsigned stars(const struct td_program *program, uint32_t node)
{
	const char *type = td_text(program, td_node(program, node)->type);
	unsigned count = 0;

	for (const char *at = type; *at; at++)
		count += *at == '*';
	return count + (count && strchr(type, '['));
}

/* The object is the variable itself, or what it points to. */
static void hold_reference(struct tracing *self, uint32_t node, uint32_t frame)
{
	const struct td_node *at = td_node(self->program, node);
	bool is_global = at->flags & TD_F_GLOBAL;

	if (!at->name || at->flags & TD_F_FUNCTION || !(at->flags & (TD_F_GLOBAL | TD_F_LOCAL))) {
		give_up(self);
		return;
	}
	frame = is_global ? 0 : frame;
	if (!is_new(self, at->name, frame, HOLDER))
		return;
	if (is_global)
		hold_in_global(self, at->name);
	else
		follow_variable(self, at->name, frame);
	if (at->flags & TD_F_PARAMETER)
		hold_argument(self, at->function, at->name, frame);
	if (stars(self->program, node))
		hold_written(self, at->name, frame, false);
	if (stars(self->program, node) > 1)
		hold_written(self, at->name, frame, true);
}

/* By the fields that it was fetched from one comes to it as well. */
static void add_fields(struct tracing *self, uint32_t value)
{
	for (uint32_t i = value; i < td_node(self->program, value)->end; i++)
		if (td_node(self->program, i)->kind == TD_N_FIELD)
			td_names_add(self->names, td_node(self->program, i)->name);
}

static void hold_own(struct tracing *self, uint32_t value)
{
	bool several;
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, td_only_pointer(self->program, value, &several), &count);

	add_fields(self, value);
	for (size_t i = 0; i < count; i++)
		if (writes[i].value)
			add_fields(self, writes[i].value);
}

/* list->last->next = it: the last one is known by all other names that lead to it. */
static void hold_written_to_field(struct tracing *self, uint32_t field)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, field, &count);

	if (!is_new(self, field, 0, HOLDER))
		return;
	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		if (writes[i].through || writes[i].change == TD_CHANGE_UP || writes[i].change == TD_CHANGE_DOWN)
			continue;
		if (writes[i].change != TD_CHANGE_SET || td_node(program, writes[i].node)->kind != TD_N_ASSIGN)
			give_up(self);
		else if (td_is_own(program, td_base_variable(program, writes[i].node + 1), writes[i].value, field))
			hold_own(self, writes[i].value);
		else
			hold(self, writes[i].value, 0);
	}
}

static void hold_field(struct tracing *self, uint32_t node, uint32_t frame)
{
	td_names_add(self->names, td_node(self->program, node)->name);
	if (stars(self->program, node))
		hold_written_to_field(self, td_node(self->program, node)->name);
	hold(self, node + 1, frame);
}

uint32_t td_object_in(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	while (at->kind == TD_N_SUBSCRIPT || (at->kind == TD_N_UNARY && (at->op == TD_O_DEREF || at->op == TD_O_ADDRESS)) ||
	       (at->kind == TD_N_BINARY && (at->op == TD_O_ADD || at->op == TD_O_SUB) && at[1].flags & TD_F_POINTER))
		at = td_node(program, ++node);
	return node;
}

/* The object that this expression stands for, or points to, has it. */
static void hold(struct tracing *self, uint32_t node, uint32_t frame)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	if (self->names->is_unknown)
		return;
	node = td_object_in(program, node);
	at = td_node(program, node);
	if (at->kind == TD_N_REF) {
		hold_reference(self, node, frame);
	} else if (at->kind == TD_N_FIELD) {
		hold_field(self, node, frame);
	} else if (at->kind == TD_N_NONE) {
		hold_initialised(self, node);
	} else if (at->kind == TD_N_CALL && at->name) {
		hold_result(self, node, frame);
	} else if (at->kind == TD_N_CONDITIONAL) {
		hold(self, td_child(program, node, 1), frame);
		hold(self, td_child(program, node, 2), frame);
	} else if (at->kind != TD_N_LITERAL) {
		give_up(self);
	}
}

/* Into the functions of that name, as the argument with this number. */
static void follow_into(struct tracing *self, uint32_t call, uint32_t name, unsigned number, uint32_t frame)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, name, &count);

	if (!count)
		give_up(self);
	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		uint32_t inner, parameter = td_parameter_for(program, functions[i].node, number);

		if (parameter && td_frame_enter(&self->frames, frame, call, functions[i].node, &inner))
			follow_variable(self, parameter, inner);
		else
			give_up(self);
	}
}

/* What a thread is given. */
static void follow_into_thread(struct tracing *self, uint32_t call, uint32_t argument, uint32_t frame)
{
	const struct td_program *program = self->program;
	struct td_callers started = td_started_by(program, call);
	uint32_t inner;

	if (!started.count || argument != td_argument(program, call, 0))
		give_up(self);
	for (size_t i = 0; i < started.count && !self->names->is_unknown; i++) {
		uint32_t parameter = td_parameter_for(program, started.items[i].site, 0);

		if (parameter && td_frame_enter(&self->frames, frame, call, started.items[i].site, &inner))
			follow_variable(self, parameter, inner);
		else
			give_up(self);
	}
	free(started.items);
}

/* compare(entry, key), where compare is a parameter: the function that was handed over, by the call that led here. */
static uint32_t handed_function(struct tracing *self, uint32_t callee, uint32_t frame)
{
	const struct td_program *program = self->program;

	while (frame && td_node(program, callee)->kind == TD_N_REF && td_node(program, callee)->flags & TD_F_PARAMETER) {
		const struct td_frame *called = &self->frames.items[frame - 1];
		int number = td_parameter_number(program, called->function, td_node(program, callee)->name);

		callee = number < 0 ? 0 : td_argument(program, called->call, (unsigned)number);
		callee = callee ? td_without_address(program, callee) : 0;
		frame = called->outer;
	}
	return td_node(program, callee)->flags & TD_F_FUNCTION ? td_node(program, callee)->name : 0;
}

/* heap->compare(a, b): all that came to the field. */
static void follow_through(struct tracing *self, uint32_t call, unsigned number, uint32_t frame)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *pointed = td_uses_of(&program->by_type, td_node(program, call)->type, &count);
	bool any = false;

	for (size_t i = 0; i < count && !self->names->is_unknown; i++) {
		if (!td_may_mean_by_field(program, call, pointed[i].node))
			continue;
		follow_into(self, call, td_node(program, pointed[i].node)->name, number, frame);
		any = true;
	}
	if (!any)
		give_up(self);
}

static void follow_argument(struct tracing *self, uint32_t call, uint32_t argument, uint32_t frame)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, call);
	uint32_t name = at->name ? at->name : handed_function(self, call + 1, frame);
	unsigned number = argument_number(program, call, argument);
	size_t count;

	td_uses_of(&program->functions, name, &count);
	if (at->flags & (TD_F_METHOD | TD_F_CONSTRUCT))
		give_up(self);
	else if (td_starts_thread(program, call))
		follow_into_thread(self, call, argument, frame);
	else if (!name && td_node(program, call + 1)->kind != TD_N_NONE)
		follow_through(self, call, number, frame);
	else if (!count && !strcmp(td_text(program, at->spelling), "realloc"))
		follow(self, call, frame);
	else if (count || !is_harmless(program, call))
		follow_into(self, call, name, number, frame);
}

static void follow_return(struct tracing *self, uint32_t node, uint32_t frame)
{
	const struct td_program *program = self->program;
	const struct td_frame *called = frame ? &self->frames.items[frame - 1] : NULL;
	const struct td_function *function = td_function_of(program, node);
	size_t count, pointed;
	const struct td_use *calls = td_uses_of(&program->calls, function->name, &count);

	td_uses_of(&program->pointed, function->name, &pointed);
	if (!called && (pointed || function->flags & TD_FUNCTION_LAMBDA))
		give_up(self);
	for (size_t i = 0; i < (called ? 1 : count) && !self->names->is_unknown; i++)
		follow(self, called ? called->call : calls[i].node, called ? called->outer : 0);
}

/* It is put into a variable, a field or what a pointer points to. */
static void follow_assignment(struct tracing *self, uint32_t to, uint32_t frame)
{
	const struct td_node *at = td_node(self->program, to);

	if (at->kind == TD_N_REF && at->flags & TD_F_GLOBAL) {
		hold_in_global(self, at->name);
	} else if (at->kind == TD_N_REF && at->flags & TD_F_LOCAL) {
		follow_variable(self, at->name, frame);
	} else if (at->kind == TD_N_FIELD) {
		td_names_add(self->names, at->name);
		hold(self, to + 1, frame);
	} else {
		hold(self, to, frame);
	}
}

/* Operators whose result has nothing of it. */
static bool is_question(const struct td_node *at)
{
	return (at->kind == TD_N_BINARY && at->op != TD_O_ADD && at->op != TD_O_SUB && at->op != TD_O_COMMA && at->op != TD_O_NONE) ||
	       (at->kind == TD_N_UNARY && at->op == TD_O_NOT);
}

static bool is_statement(enum td_node_kind kind)
{
	return kind >= TD_N_BLOCK && kind <= TD_N_LABEL && kind != TD_N_RETURN;
}

/* Where it goes on to be the same expression's value. */
static bool passes(struct tracing *self, uint32_t node, uint32_t parent)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, parent);

	if (at->kind == TD_N_FIELD)
		return td_names_has(self->names, at->name);
	if (at->kind == TD_N_SUBSCRIPT)
		return node == parent + 1;
	if (at->kind == TD_N_CONDITIONAL)
		return node != parent + 1;
	if (at->kind == TD_N_BINARY && at->op == TD_O_COMMA)
		return node != parent + 1;
	return at->kind == TD_N_BINARY || at->kind == TD_N_UNARY;
}

/* { .run = it }, as opposed to (x.run = it). */
static bool is_initial(const struct td_program *program, uint32_t assignment)
{
	return td_node(program, assignment + 1)->kind == TD_N_FIELD && td_node(program, assignment + 2)->kind == TD_N_NONE;
}

/* Where the value of this expression, which is it or leads to it, goes. */
static void follow(struct tracing *self, uint32_t node, uint32_t frame)
{
	const struct td_program *program = self->program;
	uint32_t parent = td_parent(program, node);
	const struct td_node *at = td_node(program, parent);

	if (self->names->is_unknown || ++self->steps > MOST_STEPS) {
		give_up(self);
	} else if (!parent || is_statement(at->kind) || is_question(at)) {
		return;
	} else if (at->kind == TD_N_ASSIGN) {
		if (node != parent + 1)
			follow_assignment(self, parent + 1, frame);
		if (!is_initial(program, parent))
			follow(self, parent, frame);
	} else if (at->kind == TD_N_DECLARE) {
		if (at->flags & TD_F_GLOBAL)
			hold_initialised(self, parent);
		else
			follow_variable(self, at->name, frame);
	} else if (at->kind == TD_N_RETURN) {
		follow_return(self, parent, frame);
	} else if (at->kind == TD_N_CALL && node == parent + 1) {
		return;
	} else if (at->kind == TD_N_CALL) {
		follow_argument(self, parent, node, frame);
	} else if (at->kind == TD_N_FIELD || at->kind == TD_N_SUBSCRIPT || at->kind == TD_N_CONDITIONAL || at->kind == TD_N_BINARY ||
		   at->kind == TD_N_UNARY) {
		if (passes(self, node, parent))
			follow(self, parent, frame);
	} else {
		give_up(self);
	}
}

/* Each field that has come to hold it makes more of what is fetched from objects lead to it: again, until there are no more. */
static void trace(struct tracing *self, uint32_t reference, uint32_t variable)
{
	size_t before;
	unsigned runs = 0;

	do {
		before = self->names->count;
		self->seen.count = 0;
		if (variable)
			hold_in_global(self, variable);
		else
			follow(self, reference, 0);
	} while (!self->names->is_unknown && self->names->count != before && ++runs < MOST_RUNS);
	self->names->is_unknown |= runs == MOST_RUNS;
}

void td_holders_of(const struct td_program *program, uint32_t reference, struct td_names *names)
{
	struct tracing tracing = { .program = program, .names = names };

	trace(&tracing, reference, 0);
	free(tracing.seen.items);
}

static bool all_count(const struct tracing *self, uint32_t frame, bool (*counts)(const void *data, uint32_t call), const void *data)
{
	for (; frame; frame = self->frames.items[frame - 1].outer)
		if (!counts(data, self->frames.items[frame - 1].call))
			return false;
	return true;
}

bool td_value_comes_to(const struct td_program *program, uint32_t variable, uint32_t local, bool (*counts)(const void *data, uint32_t call),
		 const void *data)
{
	struct td_names names = { 0 };
	struct tracing tracing = { .program = program, .names = &names };
	bool comes;

	trace(&tracing, 0, variable);
	comes = names.is_unknown || names.count > 1;
	for (size_t i = 0; i < tracing.seen.count && !comes; i++)
		comes = tracing.seen.items[i].name == local && all_count(&tracing, tracing.seen.items[i].frame, counts, data);
	free(tracing.seen.items);
	return comes;
}
