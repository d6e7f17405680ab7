/* Functions that wait for the thread whose place they are given, if there is one:
 *
 *   int end_thread(pthread_t *thread) { if (*thread == 0) return 0; pthread_cancel(*thread); pthread_join(*thread, NULL); *thread = 0; }
 *
 * so that end_thread(&connection->receiver) is a wait for what connection->receiver has.
 */
#include "check.h"

#include "paths.h"

#include <stdlib.h>

struct ender {
	const struct td_check *check;
	uint32_t parameter;
};

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_LITERAL && !td_node(program, node)->value;
}

/* The parameter, or what it points to, is something: otherwise there is no thread. */
static enum td_foreseen turn_out(const struct ender *self, uint32_t node)
{
	const struct td_program *program = self->check->program;
	const struct td_node *at = td_node(program, node);
	bool through, is_unequal = at->op == TD_O_NE;

	if (at->kind == TD_N_UNARY && at->op == TD_O_NOT) {
		enum td_foreseen inner = turn_out(self, node + 1);

		return inner == TD_IS_SO ? TD_IS_NOT_SO : inner == TD_IS_NOT_SO ? TD_IS_SO : inner;
	}
	if (at->kind == TD_N_BINARY && (at->op == TD_O_EQ || is_unequal) && is_nothing(program, td_child(program, node, 1)) &&
	    turn_out(self, node + 1) == TD_IS_SO)
		return is_unequal ? TD_IS_SO : TD_IS_NOT_SO;
	return (at->kind == TD_N_REF || at->kind == TD_N_UNARY) && td_target(program, node, &through) == self->parameter ? TD_IS_SO
															  : TD_EITHER_WAY;
}

static bool waits(const struct ender *self, uint32_t expression)
{
	const struct td_program *program = self->check->program;

	for (uint32_t i = expression; i < td_node(program, expression)->end; i++) {
		uint32_t object = td_node(program, i)->kind == TD_N_CALL ? td_child(program, i, 1) : 0;
		bool through = false;

		if (object && td_releases(program, i, self->check->resource) && !td_does_not_wait(program, i) &&
		    td_target(program, object, &through) == self->parameter && through && td_is_always_done(program, expression, i))
			return true;
	}
	return false;
}

static enum td_foreseen foresee(const void *data, uint32_t statement)
{
	const struct ender *self = data;
	uint32_t first = td_first_part(self->check->program, statement);

	if (first && waits(self, first))
		return TD_NO_FURTHER;
	return td_node(self->check->program, statement)->kind == TD_N_IF ? turn_out(self, statement + 1) : TD_EITHER_WAY;
}

static uint32_t parameter_at(const struct td_program *program, uint32_t function, unsigned number)
{
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t i = in->first + 1; i < in->first + in->count; i = td_node(program, i)->end)
		if (td_node(program, i)->kind == TD_N_PARAMETER && !number--)
			return td_node(program, i)->name;
	return 0;
}

static bool is_written(const struct td_program *program, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!writes[i].through)
			return true;
	return false;
}

bool td_ends_what_is_kept(const struct td_check *self, uint32_t call, uint32_t handle)
{
	const struct td_program *program = self->program;
	struct ender ender = { self, 0 };
	const struct td_foresight foresight = { foresee, &ender };
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	bool through = false;

	for (unsigned i = 1; count && td_child(program, call, i); i++) {
		uint32_t argument = td_child(program, call, i), inner = td_without_address(program, argument);

		if (inner == argument || td_target(program, inner, &through) != handle || through)
			continue;
		ender.parameter = parameter_at(program, functions[0].node, i - 1);
		return ender.parameter && !is_written(program, ender.parameter) &&
		       td_is_settled_by(program, functions[0].node, &foresight);
	}
	return false;
}
