/* A flag that is set back only behind a wait for what was created.
 *
 *   if (!connection) { connection = open(); start(&worker); }      the creation is only reached if the flag is reset
 *   ...
 *   stop(&worker);                                                 waits for the worker, if there is one
 *   disconnect();                                                  connection = NULL
 *
 * Then one is waited for before the next is created, however often that happens.  The wait may be some calls further down (waits.c),
 * and the flag may be set back in a function that is only called behind one. */
#include "check.h"

enum { MOST_CALLERS = 3 };

/* Done whenever the statement is, or whenever something was created. */
static bool is_done_with(const struct td_check *self, uint32_t statement, uint32_t call)
{
	const struct td_program *program = self->program;

	for (uint32_t at = statement; at != call;) {
		uint32_t inner = td_child_with(program, at, call);
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_IF ? inner != at + 1 && !td_is_asked_for_creation(self, at, inner)
				    : kind != TD_N_BLOCK && kind != TD_N_ASSIGN && kind != TD_N_DECLARE && kind != TD_N_CALL)
			return false;
		at = inner;
	}
	return true;
}

static bool waits(struct td_check *self, uint32_t statement, uint32_t handle, uint32_t write)
{
	const struct td_program *program = self->program;

	for (uint32_t i = statement; i < td_node(program, statement)->end; i++)
		if (td_node(program, i)->kind == TD_N_CALL && is_done_with(self, statement, i) &&
		    !(td_node(program, write)->kind == TD_N_ASSIGN && td_is_for_other(program, i, write + 1)) &&
		    (td_waits_for_handle(self, i, handle) || td_joins_inside(self, i, handle)))
			return true;
	return false;
}

bool td_is_entered_between(const struct td_program *program, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		enum td_node_kind kind = td_node(program, i)->kind;

		if (kind == TD_N_LABEL || kind == TD_N_CASE || kind == TD_N_DEFAULT)
			return true;
	}
	return false;
}

bool td_creates_between(const struct td_check *self, uint32_t from, uint32_t to)
{
	const struct td_program *program = self->program;

	for (uint32_t i = from; i < to; i++)
		if (i == self->sites[0] ||
		    (td_node(program, i)->kind == TD_N_CALL && td_leads_to(program, i, td_node(program, self->sites[0])->function)))
			return true;
	return false;
}

/* An earlier statement of a block around it waits. */
static bool follows_wait(struct td_check *self, uint32_t node, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t statement = node, outer;

	for (; (outer = td_parent(program, statement)); statement = outer) {
		enum td_node_kind kind = td_node(program, outer)->kind;

		for (uint32_t at = outer + 1; kind == TD_N_BLOCK && at < statement; at = td_node(program, at)->end)
			if (waits(self, at, handle, node) && !td_creates_between(self, td_node(program, at)->end, node) &&
			    !td_is_entered_between(program, td_node(program, at)->end, node))
				return true;
		if (kind != TD_N_BLOCK && kind != TD_N_ASSIGN && kind != TD_N_IF)
			return false;
	}
	return false;
}

static bool is_behind(struct td_check *self, uint32_t node, uint32_t handle, unsigned callers)
{
	const struct td_program *program = self->program;
	const struct td_function *function = td_function_of(program, node);
	size_t count, pointed;
	const struct td_use *calls = td_uses_of(&program->calls, function->name, &count);
	bool any = false;

	if (follows_wait(self, node, handle))
		return true;
	td_uses_of(&program->pointed, function->name, &pointed);
	if (!callers || pointed || td_creates_between(self, function->first, node))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!td_is_in_loop(self, calls[i].node))
			continue;
		if (!is_behind(self, calls[i].node, handle, callers - 1))
			return false;
		any = true;
	}
	return any;
}

bool td_is_behind_wait(struct td_check *self, uint32_t node)
{
	uint32_t handle = td_handle_of(self);

	return handle && td_is_known_outside(self->program, handle) && is_behind(self, node, handle, MOST_CALLERS);
}
