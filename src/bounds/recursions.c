/* A function that calls itself instead of creating: however deep it goes, only the last call of it creates.
 *
 *   if (server->workers)
 *           return serve(&server->workers[next], client);
 *   pthread_create(...)
 *
 * In one call of the function there is no way from the call of itself to a creation or to another call of itself, and none from
 * a creation to a call of itself. */
#include "check.h"

#include "paths.h"

static bool calls_itself(const struct td_program *program, uint32_t node, uint32_t function)
{
	return td_node(program, node)->kind == TD_N_CALL &&
	       td_node(program, node)->name == program->all.functions.items[function].name;
}

/* By way of others, who may call it more than once.  Those that a pointer may mean are no reason, as they are none for a circle. */
static bool calls_itself_indirectly(const struct td_program *program, uint32_t node, uint32_t function)
{
	return td_node(program, node)->kind == TD_N_CALL && td_node(program, node)->name &&
	       !calls_itself(program, node, function) && td_leads_to(program, node, function);
}

static bool may_be_meant(const struct td_program *program, uint32_t function)
{
	size_t count;

	td_uses_of(&program->pointed, program->all.functions.items[function].name, &count);
	for (size_t i = 0; i < program->overriders.count && !count; i++)
		count = program->overriders.items[i].node == function;
	return count;
}

enum { MOST_BETWEEN = 2 }; /* functions of a circle that is looked at, whatever --calls says */

/* The call comes back to the function by way of a few others. */
static bool comes_back_soon(const struct td_program *program, uint32_t call, uint32_t function, unsigned between)
{
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	const struct td_function *in = count ? &program->all.functions.items[called[0].node] : NULL;

	if (!in || called[0].node == function)
		return in;
	for (uint32_t i = in->first; between && i < in->first + in->count; i++)
		if (td_node(program, i)->kind == TD_N_CALL && comes_back_soon(program, i, function, between - 1))
			return true;
	return false;
}

/* retry() calls itself and open(), and only open() calls retry(): whatever comes back to retry() has gone round through
 * open().  That circle is found on the same way from the creation, one call further on, and judged for itself.  So is
 * each small circle back to a function that creates itself: all ways from the creation begin there. */
static bool is_other_circle(const struct td_check *self, uint32_t call, uint32_t function)
{
	const struct td_program *program = self->program;
	size_t place = self->loop.inner, count;
	uint32_t other = place ? self->scopes[place - 1].function : 0;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[function].name, &count);

	if (!place)
		return comes_back_soon(program, call, function, MOST_BETWEEN);
	if (call != self->sites[place] || td_node(program, call)->name != program->all.functions.items[other].name ||
	    may_be_meant(program, function))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint32_t caller = td_node(program, calls[i].node)->function;

		if (caller != function && caller != other)
			return false;
	}
	return true;
}

/* The creation itself, or a call that comes to it without a call of the function. */
static bool comes_to_create(const struct td_check *self, uint32_t node, uint32_t function)
{
	return node == self->sites[0] || (td_node(self->program, node)->kind == TD_N_CALL &&
					  !calls_itself(self->program, node, function) &&
					  self->scopes[0].function != function &&
					  td_leads_to(self->program, node, self->scopes[0].function));
}

static bool is_last(const struct td_check *self, uint32_t call, uint32_t function)
{
	const struct td_program *program = self->program;
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t i = in->first; i < in->first + in->count; i++) {
		bool again = calls_itself(program, i, function), creates = comes_to_create(self, i, function);

		if ((again || creates) && td_reaches(program, call, i))
			return false;
		if (creates && td_reaches(program, i, call))
			return false;
	}
	return true;
}

/* ~Proxy() { delete child; }: each object is destroyed once, however long the chain of them is. */
static bool destroys_its_part(const struct td_check *self)
{
	const struct td_program *program = self->program;

	for (size_t i = self->loop.inner + 1; self->loop.kind == TD_LOOP_RECURSION && i <= self->level; i++) {
		uint32_t call = self->sites[i];
		const char *called = td_text(program, td_node(program, call)->spelling);
		const char *caller = td_text(program, td_function_of(program, call)->spelling);

		if (*td_short_name(called) == '~' && *td_short_name(caller) == '~' && td_node(program, call + 1)->kind == TD_N_FIELD)
			return true;
	}
	return false;
}

struct td_opinion td_pattern_recursion(struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t function = self->scopes[self->level].function;
	const struct td_function *in = &program->all.functions.items[function];

	if (destroys_its_part(self))
		return (struct td_opinion){ TD_BOUNDED, "walk", td_strdup("it destroys its parts, each of which is there once") };
	if (self->loop.kind != TD_LOOP_RECURSION || !calls_itself(program, self->sites[self->level], function))
		return (struct td_opinion){ 0 };
	for (uint32_t i = in->first; i < in->first + in->count; i++)
		if ((calls_itself_indirectly(program, i, function) && !is_other_circle(self, i, function)) ||
		    (calls_itself(program, i, function) && !is_last(self, i, function)))
			return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "end", td_strdup("the call that calls itself creates nothing") };
}

static bool is_loop(enum td_node_kind kind)
{
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

/* The innermost loop around the label and the jump back to it, or the function. */
static uint32_t around_jump(const struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t at = td_parent(program, self->loop.node);

	while (td_parent(program, at) && (!is_loop(td_node(program, at)->kind) || !td_is_inside(program, self->loop.back, at)))
		at = td_parent(program, at);
	return at;
}

/* again: if (is_old) fetch(); switch (kind) { case 1: create(); break; default: if (is_late) goto again; }
 *
 * After a creation the jump is not reached before the loop around it begins its next round, and that is judged for
 * itself. */
static bool is_never_jumped_back(const struct td_check *self)
{
	uint32_t root = around_jump(self);

	return td_is_inside(self->program, self->sites[self->level], root) &&
	       !td_reaches_within(self->program, self->sites[self->level], self->loop.back, root, NULL);
}

/* Whatever way is taken from there, as far as what the call returns that has created does not decide it. */
static bool is_left_after(const struct td_check *self)
{
	uint32_t site = self->sites[self->level];
	int64_t value;

	if (td_leaves_after(self->program, site, self->loop.node))
		return true;
	return td_value_of_success(self, self->level, &value) && td_result_leaves(self->program, site, value, self->loop.node);
}

struct td_opinion td_pattern_end(struct td_check *self)
{
	if (self->loop.kind == TD_LOOP_GOTO && is_never_jumped_back(self))
		return (struct td_opinion){ TD_BOUNDED, "end", td_strdup("it does not jump back after a creation") };
	if (self->loop.kind != TD_LOOP_STATEMENT || !is_left_after(self))
		return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_BOUNDED, "end", td_strdup("the loop ends after a round that creates") };
}
