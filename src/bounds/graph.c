#include "graph.h"

#include "base/base.h"
#include "creators.h"
#include "dispatch.h"
#include "pointers.h"

#include <stdlib.h>
#include <string.h>

/* A type that so many functions have says too little about who is meant. */
enum { MOST_TARGETS = 64 };

void td_set_make(struct td_set *self, const struct td_program *program)
{
	self->size = program->all.functions.count;
	self->bits = td_alloc((self->size / 64 + 1) * sizeof *self->bits);
}

void td_set_free(struct td_set *self)
{
	free(self->bits);
	*self = (struct td_set){ 0 };
}

bool td_set_has(const struct td_set *self, uint32_t function)
{
	return function < self->size && self->bits[function / 64] >> function % 64 & 1;
}

bool td_set_add(struct td_set *self, uint32_t function)
{
	if (td_set_has(self, function))
		return false;
	self->bits[function / 64] |= 1ull << function % 64;
	return true;
}

uint32_t td_parent(const struct td_program *program, uint32_t node)
{
	uint32_t at = td_function_of(program, node)->first;

	if (at == node)
		return 0;
	for (;;) {
		uint32_t child = at + 1;

		while (td_node(program, child)->end <= node)
			child = td_node(program, child)->end;
		if (child == node)
			return at;
		at = child;
	}
}

/* Up through what hands a value on as it is. */
static uint32_t parent_call(const struct td_program *program, uint32_t node, uint32_t *child)
{
	uint32_t at = node, parent;

	while ((parent = td_parent(program, at))) {
		const struct td_node *above = td_node(program, parent);

		*child = at;
		if (above->kind == TD_N_CALL)
			return parent;
		if (above->kind != TD_N_OTHER && above->kind != TD_N_CONDITIONAL &&
		    !(above->kind == TD_N_UNARY && above->op == TD_O_ADDRESS))
			return 0;
		at = parent;
	}
	return 0;
}

uint32_t td_given_to(const struct td_program *program, uint32_t reference, unsigned *which)
{
	uint32_t child, call = parent_call(program, reference, &child);

	*which = 0;
	if (!call)
		return 0;
	for (uint32_t at = call + 1; at < child; at = td_node(program, at)->end)
		(*which)++;
	return *which ? call : 0;
}

static bool may_mean(const struct td_program *program, uint32_t call, uint32_t reference)
{
	unsigned which;
	uint32_t given = td_given_to(program, reference, &which);

	if (given && (td_starts_thread(program, given) || td_calls_once(program, given)))
		return false;
	return td_may_mean(program, call, reference);
}

static void add_caller(struct td_callers *callers, uint32_t site, bool once)
{
	for (size_t i = 0; i < callers->count; i++)
		if (callers->items[i].site == site)
			return;
	TD_PUSH(callers, ((struct td_caller){ site, once }));
}

/* Those that call an overriding method by the name of the one that it overrides are not exact. */
static void add_calls_by_name(const struct td_program *program, uint32_t name, struct td_callers *callers, uint32_t overrider)
{
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!overrider || (!(td_node(program, calls[i].node)->flags & TD_F_EXACT) &&
				   td_may_be_called(program, calls[i].node, overrider)))
			add_caller(callers, calls[i].node, false);
}

/* A pointer that may mean any of very many functions says nothing; where a function's address is known to come to, it does. */
static bool is_followed(const struct td_program *program, uint32_t reference, size_t same)
{
	size_t count;

	td_uses_of(&program->loose, reference, &count);
	return !count || same <= MOST_TARGETS;
}

static void add_calls_through(const struct td_program *program, uint32_t reference, struct td_callers *callers)
{
	size_t count, same;
	const struct td_use *calls = td_uses_of(&program->indirect, td_node(program, reference)->type, &count);

	td_uses_of(&program->by_type, td_node(program, reference)->type, &same);
	if (!is_followed(program, reference, same))
		return;
	for (size_t i = 0; i < count; i++)
		if (may_mean(program, calls[i].node, reference))
			add_caller(callers, calls[i].node, false);
}

static void add_pointed(const struct td_program *program, uint32_t name, struct td_callers *callers)
{
	size_t count;
	const struct td_use *pointed = td_uses_of(&program->pointed, name, &count);
	unsigned which;

	for (size_t i = 0; i < count; i++) {
		uint32_t given = td_given_to(program, pointed[i].node, &which);

		if (given && td_calls_once(program, given))
			add_caller(callers, given, true);
		else if (given && td_starts_thread(program, given))
			continue;
		else if (td_node(program, pointed[i].node)->kind == TD_N_LAMBDA && given)
			add_caller(callers, pointed[i].node, false);
		else
			add_calls_through(program, pointed[i].node, callers);
	}
}

struct td_callers td_callers_of(const struct td_program *program, uint32_t function)
{
	const struct td_function *meant = &program->all.functions.items[function];
	struct td_callers callers = { 0 };

	if (meant->flags & TD_FUNCTION_INITIAL || !meant->name)
		return callers;
	add_calls_by_name(program, meant->name, &callers, 0);
	for (uint32_t i = meant->first + 1; i < meant->first + meant->count && td_node(program, i)->kind == TD_N_OVERRIDES; i++)
		add_calls_by_name(program, td_node(program, i)->name, &callers, function);
	add_pointed(program, meant->name, &callers);
	return callers;
}

/* The functions that each function calls, and all that it comes to call; the latter is found out when it is first asked for. */
struct td_graph {
	struct targets { uint32_t *items; size_t count, room; } *called;
	struct td_set *reached;
	size_t size;
	struct { uint32_t *items; size_t count, room; } starts; /* calls that start threads */
};

static void add_target(const struct td_program *program, struct targets *targets, uint32_t function)
{
	if (program->all.functions.items[function].flags & TD_FUNCTION_INITIAL)
		return;
	for (size_t i = 0; i < targets->count; i++)
		if (targets->items[i] == function)
			return;
	TD_PUSH(targets, function);
}

static void add_uses(const struct td_program *program, struct targets *targets, const struct td_uses *uses, uint32_t name)
{
	size_t count;
	const struct td_use *functions = td_uses_of(uses, name, &count);

	for (size_t i = 0; i < count; i++)
		add_target(program, targets, functions[i].node);
}

static void add_targets_by_name(const struct td_program *program, struct targets *targets, uint32_t name)
{
	add_uses(program, targets, &program->functions, name);
	add_uses(program, targets, &program->overriders, name);
}

static void add_targets_called(const struct td_program *program, struct targets *targets, uint32_t call)
{
	size_t count;
	const struct td_use *overriders = td_uses_of(&program->overriders, td_node(program, call)->name, &count);

	add_uses(program, targets, &program->functions, td_node(program, call)->name);
	for (size_t i = 0; i < count && !(td_node(program, call)->flags & TD_F_EXACT); i++)
		if (td_may_be_called(program, call, overriders[i].node))
			add_target(program, targets, overriders[i].node);
}

static void add_targets_through(const struct td_program *program, struct targets *targets, uint32_t call)
{
	size_t count;
	const struct td_use *pointed = td_uses_of(&program->by_type, td_node(program, call)->type, &count);

	for (size_t i = 0; i < count; i++)
		if (is_followed(program, pointed[i].node, count) && may_mean(program, call, pointed[i].node))
			add_targets_by_name(program, targets, td_node(program, pointed[i].node)->name);
}

/* each(jobs, act), where act is a parameter: the callers of the function that this stands in say which function is
 * meant. */
static void add_targets_handed_on(const struct td_program *program, struct targets *targets, uint32_t argument)
{
	size_t count;
	const struct td_use *homes = td_uses_of(&program->homes, td_node(program, argument)->name, &count);

	for (size_t i = 0; i < count; i++)
		add_targets_by_name(program, targets, td_node(program, homes[i].node)->name);
}

static bool is_handed(const struct td_program *program, uint32_t reference)
{
	size_t count;

	td_uses_of(&program->handed, reference, &count);
	return count > 0;
}

static void add_targets_of(const struct td_program *program, struct targets *targets, uint32_t node, bool is_beginning)
{
	const struct td_node *at = td_node(program, node);
	unsigned which;

	if (at->kind == TD_N_CALL && at->name)
		add_targets_called(program, targets, node);
	else if (at->kind == TD_N_CALL && td_node(program, node + 1)->kind != TD_N_NONE &&
		 (is_beginning || !td_calls_parameter(program, node)))
		add_targets_through(program, targets, node);
	else if (at->kind == TD_N_LAMBDA && td_given_to(program, node, &which) &&
		 !td_starts_thread(program, td_given_to(program, node, &which)))
		add_targets_by_name(program, targets, at->name);
	else if (at->kind == TD_N_REF && at->flags & TD_F_FUNCTION && is_handed(program, node))
		add_targets_by_name(program, targets, at->name);
	else if (at->kind == TD_N_REF && at->flags & TD_F_PARAMETER && is_beginning && td_given_to(program, node, &which))
		add_targets_handed_on(program, targets, node);
}

static void add_targets(const struct td_program *program, struct targets *targets, uint32_t first, uint32_t last,
			bool is_beginning)
{
	for (uint32_t i = first; i < last; i++)
		add_targets_of(program, targets, i, is_beginning);
}

struct td_graph *td_graph_make(const struct td_program *program)
{
	struct td_graph *self = td_alloc(sizeof *self);

	self->size = program->all.functions.count;
	self->called = td_alloc(self->size * sizeof *self->called);
	self->reached = td_alloc(self->size * sizeof *self->reached);
	for (size_t i = 1; i < self->size; i++) {
		const struct td_function *function = &program->all.functions.items[i];

		add_targets(program, &self->called[i], function->first, function->first + function->count, false);
	}
	for (uint32_t i = 1; i < program->all.nodes.count; i++)
		if (td_node(program, i)->kind == TD_N_CALL && td_starts_thread(program, i))
			TD_PUSH(&self->starts, i);
	return self;
}

void td_graph_free(struct td_graph *self)
{
	for (size_t i = 0; self && i < self->size; i++) {
		free(self->called[i].items);
		td_set_free(&self->reached[i]);
	}
	if (self) {
		free(self->called);
		free(self->reached);
		free(self->starts.items);
	}
	free(self);
}

static void visit(const struct td_graph *graph, uint32_t function, struct td_set *set)
{
	if (td_set_add(set, function))
		for (size_t i = 0; i < graph->called[function].count; i++)
			visit(graph, graph->called[function].items[i], set);
}

static const struct td_set *reached_from(const struct td_program *program, uint32_t function)
{
	struct td_set *set = &program->graph->reached[function];

	if (!set->bits) {
		td_set_make(set, program);
		visit(program->graph, function, set);
	}
	return set;
}

static void reach_function(const struct td_program *program, uint32_t function, struct td_set *set)
{
	const struct td_set *reached = reached_from(program, function);

	for (size_t i = 0; i <= reached->size / 64; i++)
		set->bits[i] |= reached->bits[i];
}

void td_reach_from(const struct td_program *program, uint32_t first, uint32_t last, struct td_set *set)
{
	struct targets targets = { 0 };

	add_targets(program, &targets, first, last, true);
	for (size_t i = 0; i < targets.count; i++)
		reach_function(program, targets.items[i], set);
	free(targets.items);
}

bool td_leads_to(const struct td_program *program, uint32_t call, uint32_t function)
{
	struct targets targets = { 0 };
	bool leads = false;

	add_targets(program, &targets, call, td_node(program, call)->end, true);
	for (size_t i = 0; i < targets.count && !leads; i++)
		leads = td_set_has(reached_from(program, targets.items[i]), function);
	free(targets.items);
	return leads;
}

struct td_callers td_called_at(const struct td_program *program, uint32_t node, bool is_beginning)
{
	struct targets targets = { 0 };
	struct td_callers called = { 0 };

	add_targets_of(program, &targets, node, is_beginning);
	for (size_t i = 0; i < targets.count; i++)
		TD_PUSH(&called, ((struct td_caller){ targets.items[i], false }));
	free(targets.items);
	return called;
}

struct td_callers td_started_by(const struct td_program *program, uint32_t call)
{
	struct td_callers started = { 0 };

	for (uint32_t i = call + 1; i < td_node(program, call)->end; i++) {
		const struct td_node *at = td_node(program, i);
		size_t count;
		const struct td_use *functions;

		if (at->kind != TD_N_LAMBDA && !(at->kind == TD_N_REF && at->flags & TD_F_FUNCTION))
			continue;
		functions = td_uses_of(&program->functions, at->name, &count);
		for (size_t j = 0; j < count; j++)
			add_caller(&started, functions[j].node, false);
	}
	return started;
}

/* Its source may be elsewhere, but it is known which one it is. */
static bool names_function(const struct td_program *program, uint32_t call)
{
	for (uint32_t i = call + 1; i < td_node(program, call)->end; i++)
		if (td_node(program, i)->kind == TD_N_LAMBDA || td_node(program, i)->flags & TD_F_FUNCTION)
			return true;
	return false;
}

/* A wrapper that is given the function: any function that looks like the start of a thread may be meant. */
static void add_unknown_roots(const struct td_program *program, struct td_set *roots)
{
	for (size_t i = 0; i < program->by_type.count; i++) {
		const struct td_node *at = td_node(program, program->by_type.items[i].node);
		struct targets targets = { 0 };

		if (!strcmp(td_text(program, at->type), "void *(void *)") || !strcmp(td_text(program, at->type), "int (void *)"))
			add_targets_by_name(program, &targets, at->name);
		for (size_t j = 0; j < targets.count; j++)
			td_set_add(roots, targets.items[j]);
		free(targets.items);
	}
}

/* start(run) { pthread_create(..., (void *(*)(void *))run, ...); }: what comes to the variables that are handed over, whatever its type. */
static void add_kept_roots(const struct td_program *program, uint32_t call, struct td_set *roots)
{
	for (unsigned i = 1; td_child(program, call, i); i++) {
		bool through;
		size_t count;
		const struct td_use *homes = td_uses_of(&program->homes, td_target(program, td_child(program, call, i), &through), &count);
		struct targets targets = { 0 };

		for (size_t j = 0; j < count; j++)
			add_targets_by_name(program, &targets, td_node(program, homes[j].node)->name);
		for (size_t j = 0; j < targets.count; j++)
			td_set_add(roots, targets.items[j]);
		free(targets.items);
	}
}

static bool is_in_a_loop(const struct td_program *program, uint32_t node)
{
	for (uint32_t at = node; at; at = td_parent(program, at)) {
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE)
			return true;
	}
	return false;
}

/* A thread of which there is one, and which runs the function: no other thread does what it does. */
static bool is_own_thread(const struct td_program *program, uint32_t call, uint32_t start, uint32_t function)
{
	return function && td_set_has(reached_from(program, start), function) && !is_in_a_loop(program, call);
}

void td_thread_roots(const struct td_program *program, uint32_t function, struct td_set *roots)
{
	for (size_t i = 0; i < program->graph->starts.count; i++) {
		uint32_t call = program->graph->starts.items[i];
		struct td_callers started = td_started_by(program, call);

		for (size_t j = 0; j < started.count; j++)
			if (!is_own_thread(program, call, started.items[j].site, function))
				td_set_add(roots, started.items[j].site);
		if (!started.count)
			add_kept_roots(program, call, roots);
		if (!started.count && !names_function(program, call))
			add_unknown_roots(program, roots);
		free(started.items);
	}
}

void td_reach_threads(const struct td_program *program, uint32_t function, struct td_set *set)
{
	struct td_set roots;

	td_set_make(&roots, program);
	td_thread_roots(program, function, &roots);
	for (uint32_t i = 1; i < program->all.functions.count; i++)
		if (td_set_has(&roots, i))
			reach_function(program, i, set);
	td_set_free(&roots);
}
