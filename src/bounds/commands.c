#include "commands.h"

#include "base/base.h"
#include "branches.h"

#include <stdlib.h>
#include <string.h>

/* A parameter that gets more different numbers than that may be anything. */
enum { MOST_VALUES = 8, MOST_ROUNDS = 4 };

struct parameter {
	uint32_t name;
	unsigned number;
};

struct edge {
	uint32_t node, target;   /* the call, or whatever else makes the function run */
};

/* What is known of a function, independent of the question. */
struct known {
	struct { struct parameter *items; size_t count, room; } parameters; /* that it branches on, or hands on to one who does */
	struct { struct edge *items; size_t count, room; } edges;
	bool has_edges;          /* they were looked for */
};

struct td_commands {
	struct known *functions;
	size_t size;
};

static uint32_t parameter_name(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_REF && at->flags & TD_F_PARAMETER ? at->name : 0;
}

/* The number of an own parameter that keeps the value it was called with; -1 for others. */
static int kept_parameter(const struct td_program *program, const struct td_function *function, uint32_t name)
{
	int number = -1, found = -1;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (uint32_t i = function->first + 1; i < function->first + function->count; i = td_node(program, i)->end)
		if (td_node(program, i)->kind == TD_N_PARAMETER && (number++, td_node(program, i)->name == name))
			found = number;
	for (size_t i = 0; i < count; i++)
		if (!writes[i].through)
			return -1;
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_UNARY && td_node(program, i)->op == TD_O_ADDRESS &&
		    td_node(program, i + 1)->name == name)
			return -1;
	return found;
}

static const struct parameter *parameter_of(const struct known *known, uint32_t name)
{
	for (size_t i = 0; i < known->parameters.count; i++)
		if (known->parameters.items[i].name == name)
			return &known->parameters.items[i];
	return NULL;
}

static bool add_parameter(const struct td_program *program, struct known *known, const struct td_function *function, uint32_t name)
{
	int number = parameter_of(known, name) ? -1 : kept_parameter(program, function, name);

	if (number >= 0)
		TD_PUSH(&known->parameters, ((struct parameter){ name, (unsigned)number }));
	return number >= 0;
}

static void find_branches(const struct td_program *program, struct known *known, const struct td_function *function)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		for (unsigned child = 0; child < 2; child++) {
			uint32_t name = td_branches_on(program, i, child);

			if (name)
				add_parameter(program, known, function, name);
		}
}

static uint32_t argument_of(const struct td_program *program, uint32_t call, unsigned number)
{
	const struct td_node *at = td_node(program, call);

	return at->kind == TD_N_CALL && at->name ? td_child(program, call, number + 1) : 0;
}

/* A parameter that is handed to a function which branches on it. */
static bool find_handed(struct td_commands *self, const struct td_program *program, uint32_t call)
{
	const struct td_function *function = td_function_of(program, call);
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		struct known *known = &self->functions[called[i].node];

		for (size_t j = 0; j < known->parameters.count; j++) {
			uint32_t argument = argument_of(program, call, known->parameters.items[j].number);
			uint32_t name = argument ? parameter_name(program, argument) : 0;

			if (name)
				any |= add_parameter(program, &self->functions[td_node(program, call)->function], function, name);
		}
	}
	return any;
}

struct td_commands *td_commands_make(const struct td_program *program)
{
	struct td_commands *self = td_alloc(sizeof *self);
	bool any = true;

	self->size = program->all.functions.count;
	self->functions = td_alloc(self->size * sizeof *self->functions);
	for (size_t i = 1; i < self->size; i++)
		find_branches(program, &self->functions[i], &program->all.functions.items[i]);
	for (int round = 0; any && round < MOST_ROUNDS; round++) {
		any = false;
		for (size_t i = 0; i < program->calls.count; i++)
			any |= find_handed(self, program, program->calls.items[i].node);
	}
	return self;
}

void td_commands_free(struct td_commands *self)
{
	for (size_t i = 0; self && i < self->size; i++) {
		free(self->functions[i].parameters.items);
		free(self->functions[i].edges.items);
	}
	if (self)
		free(self->functions);
	free(self);
}

bool td_commands_matter(const struct td_program *program, const struct td_set *functions)
{
	for (uint32_t i = 1; i < program->commands->size; i++)
		if (program->commands->functions[i].parameters.count && td_set_has(functions, i))
			return true;
	return false;
}

/* The numbers that a parameter has been seen to be given. */
struct values {
	int64_t items[MOST_VALUES];
	size_t count;
	bool any;
};

/* One function in one question. */
struct part {
	struct values *values;   /* by the function's parameters */
	uint8_t *done;           /* by node; NULL: all of it */
	bool is_reached, is_waiting;
};

struct td_doings {
	const struct td_program *program;
	struct td_held held;
	struct part *parts;
	struct { uint32_t *items; size_t count, room; } waiting;
};

static bool add_value(struct values *values, int64_t value)
{
	for (size_t i = 0; i < values->count; i++)
		if (values->any || values->items[i] == value)
			return false;
	if (values->any)
		return false;
	if (values->count == MOST_VALUES)
		values->any = true;
	else
		values->items[values->count++] = value;
	return true;
}

static bool add_any(struct values *values)
{
	bool changed = !values->any;

	values->any = true;
	return changed;
}

static bool add_values(struct values *values, const struct values *more)
{
	bool changed = more->any && add_any(values);

	for (size_t i = 0; !more->any && i < more->count; i++)
		changed |= add_value(values, more->items[i]);
	return changed;
}

/* What an argument may be, in the function that the call stands in. */
static bool add_argument(const struct td_doings *self, struct values *values, uint32_t argument)
{
	const struct known *known = &self->program->commands->functions[td_node(self->program, argument)->function];
	const struct part *part = &self->parts[td_node(self->program, argument)->function];
	const struct parameter *parameter = parameter_of(known, parameter_name(self->program, argument));
	int64_t value;

	if (td_literal_value(self->program, argument, &value))
		return add_value(values, value);
	if (parameter && part->values)
		return add_values(values, &part->values[parameter - known->parameters.items]);
	return add_any(values);
}

/* `call` 0: its callers may give it anything. */
static void reach(struct td_doings *self, uint32_t function, uint32_t call)
{
	const struct known *known = &self->program->commands->functions[function];
	struct part *part = &self->parts[function];
	bool changed = !part->is_reached;

	if (!part->values && known->parameters.count)
		part->values = td_alloc(known->parameters.count * sizeof *part->values);
	for (size_t i = 0; i < known->parameters.count; i++) {
		uint32_t argument = call ? argument_of(self->program, call, known->parameters.items[i].number) : 0;

		changed |= argument ? add_argument(self, &part->values[i], argument) : add_any(&part->values[i]);
	}
	part->is_reached = true;
	if (!changed || part->is_waiting)
		return;
	part->is_waiting = true;
	TD_PUSH(&self->waiting, function);
}

static const struct known *edges_of(const struct td_program *program, uint32_t function)
{
	struct known *known = &program->commands->functions[function];
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t i = in->first; !known->has_edges && i < in->first + in->count; i++) {
		struct td_callers called = td_called_at(program, i, false);

		for (size_t j = 0; j < called.count; j++)
			TD_PUSH(&known->edges, ((struct edge){ i, called.items[j].site }));
		free(called.items);
	}
	known->has_edges = true;
	return known;
}

/* Done is what every parameter allows. */
static uint8_t *done_by_parameters(const struct td_doings *self, uint32_t function)
{
	const struct known *known = &self->program->commands->functions[function];
	const struct td_function *in = &self->program->all.functions.items[function];
	const struct part *part = &self->parts[function];
	uint8_t *done = NULL;

	for (size_t i = 0; i < known->parameters.count; i++) {
		uint8_t *by_one;

		if (part->values[i].any)
			continue;
		by_one = td_alloc(in->count);
		for (size_t j = 0; j < part->values[i].count; j++)
			td_branches_mark(self->program, in, known->parameters.items[i].name, part->values[i].items[j], by_one);
		for (uint32_t j = 0; done && j < in->count; j++)
			by_one[j] &= done[j];
		free(done);
		done = by_one;
	}
	return done;
}

static void mark(struct td_doings *self, uint32_t function)
{
	const struct td_function *in = &self->program->all.functions.items[function];
	uint8_t *done = done_by_parameters(self, function);

	if (td_locks_matter(self->program, &self->held, function)) {
		if (!done)
			done = memset(td_alloc(in->count), 1, in->count);
		td_locks_cut(self->program, &self->held, in, done);
	}
	free(self->parts[function].done);
	self->parts[function].done = done;
}

static void follow(struct td_doings *self, uint32_t function)
{
	const struct known *known;

	mark(self, function);
	known = edges_of(self->program, function);
	for (size_t i = 0; i < known->edges.count; i++)
		if (td_is_done(self, known->edges.items[i].node))
			reach(self, known->edges.items[i].target, known->edges.items[i].node);
}

static void follow_all(struct td_doings *self)
{
	while (self->waiting.count) {
		uint32_t function = self->waiting.items[--self->waiting.count];

		self->parts[function].is_waiting = false;
		follow(self, function);
	}
}

struct td_doings *td_doings_of(const struct td_program *program, uint32_t first, uint32_t last, const struct td_held *held)
{
	struct td_doings *self = td_alloc(sizeof *self);

	self->program = program;
	for (size_t i = 0; held && i < held->count; i++)
		TD_PUSH(&self->held, held->items[i]);
	self->parts = td_alloc(program->all.functions.count * sizeof *self->parts);
	for (uint32_t i = first; i < last; i++) {
		struct td_callers called = td_called_at(program, i, true);

		for (size_t j = 0; j < called.count; j++)
			reach(self, called.items[j].site, i);
		free(called.items);
	}
	follow_all(self);
	return self;
}

void td_doings_add(struct td_doings *self, uint32_t function)
{
	if (!self->parts[function].is_reached)
		reach(self, function, 0);
	follow_all(self);
}

struct td_doings *td_doings_of_threads(const struct td_program *program)
{
	struct td_doings *self = td_doings_of(program, 0, 0, NULL);
	struct td_set roots;

	td_set_make(&roots, program);
	td_thread_roots(program, 0, &roots);
	for (uint32_t i = 1; i < program->all.functions.count; i++)
		if (td_set_has(&roots, i))
			reach(self, i, 0);
	follow_all(self);
	td_set_free(&roots);
	return self;
}

bool td_is_done(const struct td_doings *self, uint32_t node)
{
	uint32_t function = td_node(self->program, node)->function;
	const struct part *part = &self->parts[function];

	return part->is_reached && (!part->done || part->done[node - self->program->all.functions.items[function].first]);
}

void td_doings_free(struct td_doings *self)
{
	for (size_t i = 0; self && i < self->program->all.functions.count; i++) {
		free(self->parts[i].values);
		free(self->parts[i].done);
	}
	if (self) {
		free(self->parts);
		free(self->waiting.items);
		free(self->held.items);
	}
	free(self);
}

/* What the parameters of one function on a way are, as far as they are constant. */
struct constants {
	const struct known *known;
	struct values *values;   /* as many as it has parameters; those that are not known have none */
};

static void find_constants(const struct td_program *program, const struct constants *caller, uint32_t call, struct constants *self)
{
	for (size_t i = 0; i < self->known->parameters.count; i++) {
		uint32_t argument = argument_of(program, call, self->known->parameters.items[i].number);
		const struct parameter *handed = argument ? parameter_of(caller->known, parameter_name(program, argument)) : NULL;
		int64_t value;

		if (argument && td_literal_value(program, argument, &value))
			add_value(&self->values[i], value);
		else if (handed)
			self->values[i] = caller->values[handed - caller->known->parameters.items];
	}
}

static bool is_reached(const struct td_program *program, const struct constants *constants, uint32_t node)
{
	const struct td_function *function = td_function_of(program, node);
	bool reached = true;

	for (size_t i = 0; i < constants->known->parameters.count && reached; i++) {
		uint8_t *done;

		if (!constants->values[i].count)
			continue;
		done = td_alloc(function->count);
		td_branches_mark(program, function, constants->known->parameters.items[i].name, constants->values[i].items[0], done);
		reached = done[node - function->first];
		free(done);
	}
	return reached;
}

bool td_calls_are_possible(const struct td_program *program, const uint32_t *calls, size_t last)
{
	struct constants caller = { 0 };
	bool possible = true;

	for (size_t i = last + 1; i-- > 0 && possible;) {
		const struct known *known = &program->commands->functions[td_node(program, calls[i])->function];
		struct constants own = { known, td_alloc((known->parameters.count + 1) * sizeof *own.values) };

		if (i < last && td_node(program, calls[i + 1])->name == td_function_of(program, calls[i])->name)
			find_constants(program, &caller, calls[i + 1], &own);
		possible = is_reached(program, &own, calls[i]);
		free(caller.values);
		caller = own;
	}
	free(caller.values);
	return possible;
}
