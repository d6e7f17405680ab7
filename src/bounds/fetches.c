/* Backwards: from a pointer that is called to the variables that it was fetched from; and the answers, which are kept. */
#include "holders.h"

#include "base/base.h"
#include "check.h"
#include "pointers.h"

#include <stdlib.h>

enum { MOST_STEPS = 2000 };

struct fetching {
	const struct td_program *program;
	struct td_names *names;
	struct td_frames frames;
	struct { struct td_use *items; size_t count, room; } seen; /* a variable, in a frame */
	unsigned steps;
};

/* Whether it is known where the value comes from; if so, the names are there. */
static bool fetch(struct fetching *self, uint32_t node, uint32_t frame);

static bool is_new(struct fetching *self, uint32_t name, uint32_t frame)
{
	for (size_t i = 0; i < self->seen.count; i++)
		if (self->seen.items[i].name == name && self->seen.items[i].node == frame)
			return false;
	TD_PUSH(&self->seen, ((struct td_use){ name, frame }));
	return true;
}

static bool fetch_given(struct fetching *self, uint32_t function, uint32_t parameter, uint32_t frame)
{
	const struct td_frame *called = frame ? &self->frames.items[frame - 1] : NULL;
	struct td_givers givers = td_givers_of(self->program, function, parameter);
	int number = called ? td_parameter_number(self->program, function, parameter) : givers.number;

	if (number < 0 || (!called && !givers.count))
		return false;
	for (size_t i = 0; i < (called ? 1 : givers.count); i++) {
		uint32_t argument = td_argument(self->program, called ? called->call : givers.calls[i].node, (unsigned)number);

		if (!argument || !fetch(self, argument, called ? called->outer : 0))
			return false;
	}
	return true;
}

static bool fetch_written(struct fetching *self, uint32_t name, uint32_t frame, bool is_given)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);
	bool any = is_given;

	for (size_t i = 0; i < count; i++) {
		if (writes[i].through)
			continue;
		if (writes[i].change == TD_CHANGE_UP || writes[i].change == TD_CHANGE_DOWN)
			continue; /* on to another element of the same */
		if (writes[i].change != TD_CHANGE_SET || !writes[i].value || !fetch(self, writes[i].value, frame))
			return false;
		any = true;
	}
	return any;
}

static bool fetch_variable(struct fetching *self, uint32_t node, uint32_t frame)
{
	const struct td_node *at = td_node(self->program, node);
	bool is_given = at->flags & TD_F_PARAMETER;

	if (!at->name || at->flags & TD_F_FUNCTION)
		return false;
	if (at->flags & TD_F_GLOBAL) {
		td_names_add(self->names, at->name);
		return true;
	}
	if (!(at->flags & TD_F_LOCAL))
		return false;
	if (!is_new(self, at->name, frame))
		return true;
	return (!is_given || fetch_given(self, at->function, at->name, frame)) && fetch_written(self, at->name, frame, is_given);
}

static bool fetch_result(struct fetching *self, uint32_t call, uint32_t frame)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_function *function = &program->all.functions.items[functions[i].node];
		uint32_t inner;

		if (!td_frame_enter(&self->frames, frame, call, functions[i].node, &inner))
			return false;
		for (uint32_t at = function->first; at < function->first + function->count; at++)
			if (td_node(program, at)->kind == TD_N_RETURN && !fetch(self, at + 1, inner))
				return false;
	}
	return count > 0;
}

/* Where the object cannot be followed, the field itself is the outermost name that is known. */
static bool fetch_field(struct fetching *self, uint32_t field, uint32_t frame)
{
	if (!fetch(self, field + 1, frame))
		td_names_add(self->names, td_node(self->program, field)->name);
	return true;
}

static bool fetch(struct fetching *self, uint32_t node, uint32_t frame)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	if (++self->steps > MOST_STEPS)
		self->names->is_unknown = true;
	if (self->names->is_unknown)
		return false;
	node = td_object_in(program, node);
	at = td_node(program, node);
	if (at->kind == TD_N_REF)
		return fetch_variable(self, node, frame);
	if (at->kind == TD_N_FIELD)
		return fetch_field(self, node, frame);
	if (at->kind == TD_N_CALL && at->name)
		return fetch_result(self, node, frame);
	if (at->kind == TD_N_CONDITIONAL)
		return fetch(self, td_child(program, node, 1), frame) && fetch(self, td_child(program, node, 2), frame);
	return at->kind == TD_N_LITERAL && !at->value && !(at->flags & TD_F_UNKNOWN);
}

void td_fetched_from(const struct td_program *program, uint32_t value, struct td_names *names)
{
	struct fetching fetching = { .program = program, .names = names };

	if (!fetch(&fetching, value, 0))
		names->is_unknown = true;
	free(fetching.seen.items);
}

/* What was found out about calls and references, by node. */
struct td_holders {
	uint32_t *answers; /* a number in known, or 0 */
	uint8_t *fed;      /* of calls: 1: functions are seen to be put there, 2: none is */
	struct { struct td_names *items; size_t count, room; } known;
};

struct td_holders *td_holders_make(const struct td_program *program)
{
	struct td_holders *self = td_alloc(sizeof *self);

	self->answers = td_alloc(program->all.nodes.count * sizeof *self->answers);
	self->fed = td_alloc(program->all.nodes.count);
	TD_PUSH(&self->known, ((struct td_names){ .is_unknown = true }));
	return self;
}

void td_holders_free(struct td_holders *self)
{
	if (self) {
		free(self->answers);
		free(self->fed);
		free(self->known.items);
	}
	free(self);
}

static const struct td_names *answer(const struct td_program *program, uint32_t node, uint32_t asked,
				     void (*find)(const struct td_program *, uint32_t, struct td_names *))
{
	struct td_holders *self = program->holders;

	if (!self->answers[node]) {
		struct td_names names = { 0 };

		find(program, asked, &names);
		self->answers[node] = (uint32_t)self->known.count;
		TD_PUSH(&self->known, names);
	}
	return &self->known.items[self->answers[node]];
}

static bool have_common(const struct td_names *a, const struct td_names *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (td_names_has(b, a->items[i]))
			return true;
	return false;
}

/* Some function is known to be put there: otherwise that is done unseen, by the linker or a library. */
static bool is_fed(const struct td_program *program, uint32_t call, const struct td_names *from)
{
	uint8_t *fed = &program->holders->fed[call];
	size_t count;
	const struct td_use *pointed = td_uses_of(&program->by_type, td_node(program, call)->type, &count);

	for (size_t i = 0; i < count && !*fed; i++)
		if (td_may_mean_by_field(program, call, pointed[i].node) &&
		    have_common(from, answer(program, pointed[i].node, pointed[i].node, td_holders_of)))
			*fed = 1;
	if (!*fed)
		*fed = 2;
	return *fed == 1;
}

bool td_may_be_fetched(const struct td_program *program, uint32_t call, uint32_t reference)
{
	struct td_names from = *answer(program, call, call + 1, td_fetched_from);
	const struct td_names *kept;
	bool through;

	if (from.is_unknown || td_names_has(&from, td_target(program, call + 1, &through)))
		return true;
	kept = answer(program, reference, reference, td_holders_of);
	return kept->is_unknown || have_common(&from, kept) || !is_fed(program, call, &from);
}

bool td_is_held_here(const struct td_program *program, uint32_t reference)
{
	return !answer(program, reference, reference, td_holders_of)->is_unknown;
}
