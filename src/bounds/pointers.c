#include "pointers.h"

#include "base/base.h"
#include "graph.h"
#include "holders.h"

#include <stdlib.h>

enum { MOST_HOMES = 32 };

/* One function's address on its way. */
struct flow {
	struct td_program *program;
	uint32_t reference;
	uint32_t names[MOST_HOMES]; /* where it has been */
	size_t count;
	bool is_loose;              /* it also goes where it cannot be followed */
	bool is_listed;             /* it stands in a list of values whose fields are not known */
	bool is_called;             /* through a parameter on the way */
};

static void follow(struct flow *self, uint32_t node);

bool td_calls_parameter(const struct td_program *program, uint32_t call)
{
	return !td_node(program, call)->name && td_node(program, call + 1)->kind == TD_N_REF &&
	       td_node(program, call + 1)->flags & TD_F_PARAMETER;
}

static bool is_new(struct flow *self, uint32_t name)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->names[i] == name)
			return false;
	if (self->count == MOST_HOMES) {
		self->is_loose = true;
		return false;
	}
	self->names[self->count++] = name;
	return true;
}

/* Kept in a variable, it goes where the variable's value goes; out of a field it is fetched by the field's name. */
static void keep(struct flow *self, uint32_t name, bool is_field)
{
	size_t count;
	const struct td_use *refs;

	if (!name)
		self->is_loose = true;
	if (!name || !is_new(self, name) || is_field)
		return;
	refs = td_uses_of(&self->program->refs, name, &count);
	for (size_t i = 0; i < count; i++)
		follow(self, refs[i].node);
}

static void keep_in(struct flow *self, uint32_t to)
{
	bool through;

	keep(self, td_target(self->program, to, &through), td_node(self->program, to)->kind == TD_N_FIELD);
}

/* The parameter that stands for an argument; a function without source calls it itself, if at all. */
static void hand_over(struct flow *self, uint32_t call, unsigned which)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	if (!td_node(program, call)->name)
		self->is_loose = true;
	for (size_t i = 0; i < count; i++) {
		const struct td_function *function = &program->all.functions.items[functions[i].node];
		unsigned number = 0;

		for (uint32_t at = function->first + 1; at < function->first + function->count; at = td_node(program, at)->end)
			if (td_node(program, at)->kind == TD_N_PARAMETER && ++number == which)
				keep(self, td_node(program, at)->name, false);
	}
}

static unsigned number_of(const struct td_program *program, uint32_t call, uint32_t argument)
{
	unsigned which = 0;

	for (uint32_t at = call + 1; at < argument; at = td_node(program, at)->end)
		which++;
	return which;
}

/* Where the value of this expression goes. */
static void follow(struct flow *self, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t parent = td_parent(program, node);
	const struct td_node *at = td_node(program, parent);

	while (parent && ((at->kind == TD_N_CONDITIONAL && node != parent + 1) || (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS))) {
		node = parent;
		parent = td_parent(program, node);
		at = td_node(program, parent);
	}
	self->is_listed |= !parent || at->kind == TD_N_OTHER || at->kind == TD_N_FUNCTION;
	if (!parent || at->kind == TD_N_OTHER || at->kind == TD_N_RETURN || at->kind == TD_N_FUNCTION || at->kind == TD_N_LAMBDA)
		self->is_loose = true;
	else if (at->kind == TD_N_ASSIGN && node != parent + 1)
		keep_in(self, parent + 1);
	else if (at->kind == TD_N_DECLARE)
		keep_in(self, parent);
	else if (at->kind == TD_N_CALL && node == parent + 1)
		self->is_called |= td_calls_parameter(program, parent);
	else if (at->kind == TD_N_CALL)
		hand_over(self, parent, number_of(program, parent, node));
}

static int compare_uses(const void *a, const void *b)
{
	const struct td_use *left = a, *right = b;

	if (left->name != right->name)
		return left->name < right->name ? -1 : 1;
	return left->node < right->node ? -1 : left->node > right->node;
}

static void sort(struct td_uses *uses)
{
	if (uses->count)
		qsort(uses->items, uses->count, sizeof *uses->items, compare_uses);
}

void td_pointers_index(struct td_program *self)
{
	for (size_t i = 0; i < self->pointed.count; i++) {
		struct flow flow = { .program = self, .reference = self->pointed.items[i].node };

		follow(&flow, flow.reference);
		for (size_t j = 0; j < flow.count; j++)
			TD_PUSH(&self->homes, ((struct td_use){ flow.names[j], flow.reference }));
		if (flow.count)
			TD_PUSH(&self->kept, ((struct td_use){ flow.reference, flow.reference }));
		if (flow.is_called)
			TD_PUSH(&self->handed, ((struct td_use){ flow.reference, flow.reference }));
		if (flow.is_loose)
			TD_PUSH(&self->loose, ((struct td_use){ flow.reference, flow.reference }));
		if (flow.is_listed)
			TD_PUSH(&self->listed, ((struct td_use){ flow.reference, flow.reference }));
	}
	sort(&self->homes);
	sort(&self->loose);
	sort(&self->listed);
	sort(&self->kept);
	sort(&self->handed);
}

static bool is_at_home(const struct td_program *program, uint32_t name, uint32_t reference, bool *any)
{
	size_t count;
	const struct td_use *homes = td_uses_of(&program->homes, name, &count);

	*any |= count > 0;
	for (size_t i = 0; i < count; i++)
		if (homes[i].node == reference)
			return true;
	return false;
}

/* run = job->run; run(job): what is put into the field. */
static bool is_copied(const struct td_program *program, uint32_t name, uint32_t reference, bool *any, bool *all)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);
	bool through, is_home = false;

	for (size_t i = 0; i < count; i++) {
		uint32_t from = writes[i].value ? td_target(program, writes[i].value, &through) : 0;

		*all &= from || (writes[i].value && td_node(program, writes[i].value)->flags & TD_F_FUNCTION);
		is_home |= from && is_at_home(program, from, reference, any);
	}
	return is_home;
}

static bool is_in(const struct td_uses *references, uint32_t reference)
{
	size_t count;

	td_uses_of(references, reference, &count);
	return count > 0;
}

/* run = dlsym(library, "run"): fetched by its name, it has nothing to do with those whose addresses are handed around. */
static bool is_fetched(const struct td_program *program, uint32_t name)
{
	static const char *const functions[] = { "dlsym", "dlvsym", "dlfunc", "lt_dlsym", "tcc_get_symbol", "SDL_LoadFunction",
						 "uv_dlsym", "apr_dso_sym", NULL };
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_node *value = td_node(program, writes[i].value);

		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || value->kind != TD_N_CALL ||
		    !td_is_one_of(td_text(program, value->spelling), functions))
			return false;
	}
	return count > 0;
}

/* What is put into a field, or handed to a parameter, is found by the name of the field or parameter. */
static bool is_given_by_name(const struct td_node *callee)
{
	return callee->kind == TD_N_FIELD || (callee->kind == TD_N_REF && callee->flags & TD_F_PARAMETER);
}

/* stream_if->open = open_stream: all that is ever put into the field is a function that is named there, or nothing. */
static bool is_filled_by_name(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t value = td_without_address(program, writes[i].value);
		const struct td_node *at = td_node(program, value);
		bool is_function = at->kind == TD_N_REF && at->flags & TD_F_FUNCTION;

		if (writes[i].change != TD_CHANGE_SET || writes[i].through || !value || !(is_function || at->kind == TD_N_LITERAL))
			return false;
	}
	return count > 0;
}

/* By type, field and variable; *is_home is false where the function is only not ruled out. */
static bool may_mean(const struct td_program *program, uint32_t call, uint32_t reference, bool *is_home)
{
	bool through, any = false, all = true;
	uint32_t callee = call + 1, name = td_target(program, callee, &through);

	*is_home = false;
	if (name && is_fetched(program, name))
		return false;
	if (td_node(program, callee)->kind == TD_N_FIELD && !is_in(&program->listed, reference) && is_filled_by_name(program, name))
		return *is_home = is_at_home(program, name, reference, &any);
	if (!name || is_in(&program->loose, reference))
		return true;
	*is_home = is_at_home(program, name, reference, &any) || is_copied(program, name, reference, &any, &all);
	if (*is_home || (any && all))
		return *is_home;
	return !is_given_by_name(td_node(program, callee)) || !is_in(&program->kept, reference);
}

bool td_may_mean_by_field(const struct td_program *program, uint32_t call, uint32_t reference)
{
	bool is_home;

	return may_mean(program, call, reference, &is_home);
}

bool td_may_mean(const struct td_program *program, uint32_t call, uint32_t reference)
{
	bool is_home;

	return may_mean(program, call, reference, &is_home) && (!is_home || td_may_be_fetched(program, call, reference));
}
