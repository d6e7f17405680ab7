/* Sockets and memory that are given back: in the round itself (waits.c), or by a function that the loop calls, or a
 * thread that it starts, to which they are handed. */
#include "check.h"

#include <stdlib.h>

/* The variable that keeps what was created and, if that is a field, the object it is a field of. */
struct keeper {
	uint32_t name, object;
};

static struct keeper keeper_of(const struct td_program *program, uint32_t site)
{
	struct keeper keeper = { 0 };
	bool through;

	for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site)) {
		uint32_t to = td_node(program, at)->kind == TD_N_DECLARE  ? at
			      : td_node(program, at)->kind == TD_N_ASSIGN ? at + 1
									  : 0;

		if (!to)
			continue;
		keeper.name = td_target(program, to, &through);
		while (td_node(program, to)->kind == TD_N_FIELD || td_node(program, to)->kind == TD_N_UNARY)
			to++;
		keeper.object = td_node(program, to)->name;
	}
	return keeper;
}

static bool gets(const struct td_program *program, uint32_t call, const struct keeper *keeper)
{
	for (uint32_t i = call + 1; i < td_node(program, call)->end; i++) {
		const struct td_node *at = td_node(program, i);

		if ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && at->name &&
		    (at->name == keeper->name || at->name == keeper->object))
			return true;
	}
	return false;
}

static bool releases_inside(const struct td_check *self, const struct td_set *set)
{
	const struct td_program *program = self->program;

	for (uint32_t i = 1; i < program->all.functions.count; i++) {
		const struct td_function *function = &program->all.functions.items[i];

		for (uint32_t at = function->first; td_set_has(set, i) && at < function->first + function->count; at++)
			if (td_releases(program, at, self->resource))
				return true;
	}
	return false;
}

static void reach_call(const struct td_program *program, uint32_t call, struct td_set *set)
{
	struct td_callers started = { 0 };

	td_reach_from(program, call, td_node(program, call)->end, set);
	if (td_starts_thread(program, call))
		started = td_started_by(program, call);
	for (size_t i = 0; i < started.count; i++) {
		const struct td_function *function = &program->all.functions.items[started.items[i].site];

		td_set_add(set, started.items[i].site);
		td_reach_from(program, function->first, function->first + function->count, set);
	}
	free(started.items);
}

static bool hands_over(struct td_check *self, uint32_t call, const struct keeper *keeper)
{
	struct td_set set;
	bool does;

	if (td_node(self->program, call)->kind != TD_N_CALL || call == self->sites[0] || !gets(self->program, call, keeper))
		return false;
	td_set_make(&set, self->program);
	reach_call(self->program, call, &set);
	does = releases_inside(self, &set) && td_accompanies(self, call);
	td_set_free(&set);
	return does;
}

struct td_opinion td_pattern_handed(struct td_check *self)
{
	const struct td_program *program = self->program;
	struct keeper keeper = keeper_of(program, self->sites[0]);
	const struct td_function *function = td_function_of(program, self->sites[0]);
	uint32_t last = self->level ? function->first + function->count : self->loop.last;

	for (uint32_t i = self->sites[0]; self->resource != TD_THREADS && keeper.name && i < last; i++)
		if (hands_over(self, i, &keeper))
			return (struct td_opinion){ TD_ALIVE, "release",
						    td_format("it is handed to %s, which gives it back",
							      td_starts_thread(program, i)
								  ? "a thread"
								  : td_text(program, td_node(program, i)->spelling)) };
	return (struct td_opinion){ 0 };
}
