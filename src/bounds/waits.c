/* Waiting in every round: for the thread that was created, or for a semaphore that only those who have ended post. */
#include "check.h"

#include "paths.h"

#include <stdlib.h>
#include <string.h>

static struct td_opinion say(enum td_bound verdict, const char *pattern, char *why)
{
	return (struct td_opinion){ verdict, pattern, why };
}

static const char *called(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_CALL ? td_text(program, td_node(program, node)->spelling) : "";
}

static bool is_semaphore_method(const char *name, const char *method)
{
	return strstr(name, "semaphore") && !strcmp(td_short_name(name), method);
}

static bool takes(const char *name)
{
	static const char *const functions[] = { "sem_wait",
						 "treadle_semaphore_wait",
						 "treadle_semaphore_p",
						 "dispatch_semaphore_wait",
						 "uv_sem_wait",
						 "SDL_SemWait",
						 NULL };

	return td_is_one_of(name, functions) || is_semaphore_method(name, "acquire");
}

static bool tries(const char *name)
{
	static const char *const functions[] = { "sem_trywait", "sem_timedwait", "sem_clockwait", "uv_sem_trywait", NULL };

	return td_is_one_of(name, functions) || is_semaphore_method(name, "try_acquire") ||
	       is_semaphore_method(name, "try_acquire_for");
}

static bool posts(const char *name)
{
	static const char *const functions[] = { "sem_post",
						 "treadle_semaphore_post",
						 "treadle_semaphore_v",
						 "dispatch_semaphore_signal",
						 "uv_sem_post",
						 "SDL_SemPost",
						 NULL };

	return td_is_one_of(name, functions) || is_semaphore_method(name, "release");
}

static uint32_t semaphore_of(const struct td_program *program, uint32_t call)
{
	uint32_t object = td_child(program, call, td_node(program, call)->flags & TD_F_METHOD ? 0 : 1);
	bool through;

	return object ? td_target(program, td_without_address(program, object), &through) : 0;
}

uint32_t td_semaphore_taken(const struct td_program *program, uint32_t call)
{
	return takes(called(program, call)) ? semaphore_of(program, call) : 0;
}

uint32_t td_semaphore_posted(const struct td_program *program, uint32_t call)
{
	return posts(called(program, call)) ? semaphore_of(program, call) : 0;
}

static struct td_opinion by_semaphore(struct td_check *self, uint32_t call)
{
	const struct td_program *program = self->program;
	uint32_t name = semaphore_of(program, call), by_thread = 0;

	if (!name)
		return say(TD_UNBOUNDED, NULL, NULL);
	for (uint32_t i = 1; i < program->all.nodes.count; i++) {
		if (td_node(program, i)->kind != TD_N_CALL || !posts(called(program, i)) || semaphore_of(program, i) != name)
			continue;
		if (td_is_in_loop(self, i) && !td_excludes(self, i))
			return say(TD_UNBOUNDED, NULL,
				   td_format("the loop posts the semaphore itself (line %u)", td_node(program, i)->line));
		if (!td_is_in_loop(self, i) && !td_set_has(&self->created, td_node(program, i)->function))
			return say(TD_UNBOUNDED, NULL,
				   td_format("%s, which is not what the threads run, posts the semaphore (line %u)",
					     td_text(program, td_function_of(program, i)->spelling), td_node(program, i)->line));
		by_thread |= !td_is_in_loop(self, i);
	}
	return say(TD_ALIVE, "semaphore", td_strdup(by_thread ? "every round waits for a semaphore that threads post when they end"
							       : "every round waits for a semaphore"));
}

struct td_opinion td_pattern_try(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	const char *name = called(program, comparison->left);
	bool is_method = strstr(name, "::") != NULL;

	if (!tries(name) || comparison->op != (is_method ? TD_O_NE : TD_O_EQ))
		return say(TD_UNBOUNDED, NULL, NULL);
	return by_semaphore(self, comparison->left);
}

/* Where the creation keeps what it has made. */
static uint32_t handle_of(struct td_check *self, const struct td_scope **scope)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[0], found = 0;
	bool through;

	if (td_node(program, site)->flags & TD_F_METHOD)
		return td_target(program, site + 1, &through);
	for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site)) {
		enum td_node_kind kind = td_node(program, at)->kind;

		if (kind == TD_N_DECLARE)
			found = td_node(program, at)->name;
		else if (kind == TD_N_ASSIGN)
			found = td_target(program, at + 1, &through);
		else if (kind == TD_N_CALL && td_node(program, at)->flags & TD_F_METHOD)
			found = td_target(program, at + 1, &through);
	}
	if (!(td_node(program, site)->flags & TD_F_CONSTRUCT) && td_child(program, site, 1)) {
		uint32_t first = td_resolve(self, td_child(program, site, 1), scope), inner = td_without_address(program, first);

		if (inner != first || td_node(program, first)->flags & TD_F_POINTER || td_node(program, first)->kind == TD_N_BINARY)
			return td_target(program, inner, &through);
	}
	return found;
}

uint32_t td_handle_of(struct td_check *self)
{
	const struct td_scope *scope = &self->scopes[0];

	return handle_of(self, &scope);
}

/* The range loop `for (auto &t : threads)` makes t stand for threads. */
static uint32_t ranged_over(const struct td_program *program, uint32_t node, uint32_t name)
{
	bool through;

	for (uint32_t at = td_function_of(program, node)->first; at != node; at = td_child_with(program, at, node))
		if (td_node(program, at)->kind == TD_N_RANGE && td_node(program, at + 1)->name == name)
			return td_target(program, td_child(program, at, 1), &through);
	return name;
}

static uint32_t joined_by(struct td_check *self, uint32_t call, size_t level)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[level];
	uint32_t object = td_child(program, call, td_node(program, call)->flags & TD_F_METHOD ? 0 : 1);
	bool through;

	if (!object)
		return 0;
	if (td_target(program, object, &through) != 0)
		return ranged_over(program, call, td_target(program, object, &through));
	return td_target(program, td_without_address(program, td_resolve(self, object, &scope)), &through);
}

/* In every round that creates; loops over all that were created may be around it. */
static bool is_always_done(struct td_check *self, uint32_t call, size_t level)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[level];

	for (uint32_t at = td_function_of(program, call)->first; at != call;) {
		uint32_t inner = td_child_with(program, at, call);
		enum td_node_kind kind = td_node(program, at)->kind;

		if (at >= td_region_begin(self, level) &&
		    (kind == TD_N_IF || kind == TD_N_SWITCH || kind == TD_N_CATCH || kind == TD_N_CONDITIONAL) &&
		    inner != at + 1 && !td_is_inside(program, site, inner)) {
			bool asks = false;

			for (uint32_t i = at + 1; i < td_node(program, at + 1)->end; i++)
				asks |= i == site || !strcmp(td_short_name(called(program, i)), "joinable");
			if (!asks)
				return td_accompanies(self, call);
		}
		at = inner;
	}
	return true;
}

bool td_does_not_wait(const struct td_program *program, uint32_t call)
{
	const char *name = called(program, call);
	uint32_t options = td_child(program, call, 3);

	return !strcmp(name, "waitpid") && options &&
	       !(td_node(program, options)->kind == TD_N_LITERAL && td_node(program, options)->value == 0);
}

bool td_waits_for_handle(const struct td_check *self, uint32_t call, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t object = td_node(program, call)->kind == TD_N_CALL
			      ? td_child(program, call, td_node(program, call)->flags & TD_F_METHOD ? 0 : 1)
			      : 0;
	bool through;

	if (object && td_releases(program, call, self->resource) && !td_does_not_wait(program, call) &&
	    td_target(program, td_without_address(program, object), &through) == handle)
		return true;
	return td_node(program, call)->kind == TD_N_CALL && td_node(program, call)->name && td_ends_what_is_kept(self, call, handle);
}

static bool waits_for_any(const struct td_program *program, uint32_t call)
{
	return !strcmp(called(program, call), "wait");
}

/* started = 1, failed = pthread_create(...): what is kept there where one was created, if that is known. */
static bool kept_with_creation(const struct td_check *self, const struct td_write *write, int64_t *kept)
{
	bool is_outcome = td_keeps_outcome(self->program, write) ||
			  (write->value == self->sites[0] && td_returns_zero(self->program, write->value));

	*kept = is_outcome ? 0 : td_node(self->program, write->value)->value;
	return is_outcome || td_node(self->program, write->value)->kind == TD_N_LITERAL;
}

static bool joins_handle(const struct td_check *self, uint32_t node, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t object = td_node(program, node)->kind == TD_N_CALL ? td_child(program, node, 1) : 0;
	bool through;

	return object && td_releases(program, node, self->resource) && !td_does_not_wait(program, node) &&
	       td_target(program, td_without_address(program, object), &through) == handle;
}

/* if (pthread_join(...) != 0) complain(); */
static bool asks_for_join(const struct td_check *self, uint32_t statement, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t asked = statement + 1;

	if (td_node(program, statement)->kind != TD_N_IF)
		return false;
	if (td_node(program, asked)->kind == TD_N_BINARY && td_node(program, asked)->op != TD_O_ALL && td_node(program, asked)->op != TD_O_ANY)
		asked++;
	return joins_handle(self, asked, handle);
}

/* Beside it in its block stands a wait for what was created, or it is done before the round creates. */
static bool is_set_back_in_time(const struct td_check *self, uint32_t write, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t block = td_parent(program, write), on_the_way;
	size_t level;

	for (uint32_t at = block + 1; td_node(program, block)->kind == TD_N_BLOCK && at < td_node(program, block)->end;
	     at = td_node(program, at)->end)
		if (joins_handle(self, at, handle) || asks_for_join(self, at, handle))
			return true;
	on_the_way = td_on_the_way(self, write, &level);
	return on_the_way && on_the_way < self->sites[level];
}

static bool sets_with_creation(struct td_check *self, const struct td_write *write, bool to)
{
	int64_t kept;

	return write->change == TD_CHANGE_SET && write->value && kept_with_creation(self, write, &kept) && (kept != 0) == to;
}

bool td_is_set_with_creation(struct td_check *self, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (td_is_in_loop(self, writes[i].node) && sets_with_creation(self, &writes[i], true) &&
		    td_accompanies(self, writes[i].node))
			return true;
	return false;
}

/* set_active(worker, 1) with the creation, set_active(worker, 0) where it is waited for or was not created. */
static bool is_set_by_calls(struct td_check *self, uint32_t setter, int parameter, bool to, uint32_t handle, bool *is_set)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, td_function_of(program, setter)->name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t value = td_argument(program, calls[i].node, (unsigned)parameter);
		bool is_literal = value && td_node(program, value)->kind == TD_N_LITERAL;

		if (!td_is_in_loop(self, calls[i].node))
			continue;
		if (is_literal && (td_node(program, value)->value != 0) == to)
			*is_set |= td_accompanies(self, calls[i].node);
		else if (!is_set_back_in_time(self, calls[i].node, handle) && !td_is_after_failure(self, calls[i].node))
			return false;
	}
	return true;
}

/* Whenever one is created, the variable becomes true, or false, and stays so until that has ended. */
static bool is_set_until_end(struct td_check *self, uint32_t name, bool to, uint32_t handle)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);
	bool is_set = false;

	for (size_t i = 0; i < count; i++) {
		if (!td_is_in_loop(self, writes[i].node))
			continue;
		if (sets_with_creation(self, &writes[i], to)) {
			is_set |= td_accompanies(self, writes[i].node);
		} else if (td_parameter_set(self->program, &writes[i]) >= 0) {
			if (!is_set_by_calls(self, writes[i].node, td_parameter_set(self->program, &writes[i]), to, handle, &is_set))
				return false;
		} else if (!is_set_back_in_time(self, writes[i].node, handle)) {
			return false;
		}
	}
	return is_set;
}

/* if (!server) return; if (!server->started) return: nothing was created. */
static bool leaves_for_nothing(struct td_check *self, uint32_t leaving, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t at = td_parent(program, leaving), asked;

	if (td_node(program, at)->kind == TD_N_BLOCK)
		at = td_parent(program, at);
	if (td_node(program, at)->kind != TD_N_IF || td_node(program, at + 1)->kind != TD_N_UNARY ||
	    td_node(program, at + 1)->op != TD_O_NOT || leaving < td_child(program, at, 1))
		return false;
	asked = at + 2;
	if (td_node(program, asked)->kind == TD_N_REF)
		return td_node(program, asked)->flags & TD_F_PARAMETER && td_node(program, asked)->flags & TD_F_POINTER;
	return td_node(program, asked)->kind == TD_N_FIELD && is_set_until_end(self, td_node(program, asked)->name, true, handle);
}

/* The same question about the same fields, be the objects called differently. */
static bool asks_the_same(const struct td_program *program, uint32_t a, uint32_t b)
{
	uint32_t size = td_node(program, a)->end - a;

	if (td_node(program, b)->end - b != size)
		return false;
	for (uint32_t i = 0; i < size; i++) {
		const struct td_node *left = td_node(program, a + i), *right = td_node(program, b + i);
		bool is_local = left->flags & right->flags & TD_F_LOCAL;

		if (left->kind != right->kind || left->op != right->op || left->value != right->value || left->kind == TD_N_CALL ||
		    left->kind == TD_N_OTHER || (left->name != right->name && !(is_local && left->type == right->type)))
			return false;
	}
	return true;
}

/* if (worker->number == 0) around both the creation and the wait; but if (!s) s = open_stream() makes it otherwise. */
bool td_is_asked_for_creation(const struct td_check *self, uint32_t outer, uint32_t inner)
{
	const struct td_program *program = self->program;

	if (td_node(program, outer)->kind != TD_N_IF || inner != td_child(program, outer, 1))
		return false;
	for (size_t level = 0; level <= self->level; level++) {
		uint32_t site = self->sites[level];

		for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site))
			if (td_node(program, at)->kind == TD_N_IF && td_child_with(program, at, site) == td_child(program, at, 1) &&
			    asks_the_same(program, at + 1, outer + 1) && !td_is_written_between(program, at + 1, at + 1, site))
				return true;
	}
	return false;
}

/* if (server->started) join, if (!server->failed) join: done if there is something to wait for. */
static bool is_asked_for_flag(struct td_check *self, uint32_t outer, uint32_t inner, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t asked = outer + 1;
	bool is_negated = td_node(program, asked)->kind == TD_N_UNARY && td_node(program, asked)->op == TD_O_NOT;

	asked += is_negated;
	return td_node(program, outer)->kind == TD_N_IF && inner == td_child(program, outer, 1) &&
	       td_field_asked(program, asked) && is_set_until_end(self, td_field_asked(program, asked), !is_negated, handle);
}

/* if (server) join: where one was created, there is a server. */
static bool is_asked_for_object(const struct td_program *program, uint32_t outer, uint32_t inner)
{
	uint32_t asked = outer + 1;

	return td_node(program, outer)->kind == TD_N_IF && inner == td_child(program, outer, 1) &&
	       td_node(program, asked)->kind == TD_N_REF && td_node(program, asked)->flags & TD_F_PARAMETER &&
	       td_node(program, asked)->flags & TD_F_POINTER;
}

/* Done whenever the function is called; loops over all that were created may be around it. */
static bool is_unconditional(struct td_check *self, uint32_t node, uint32_t handle)
{
	const struct td_program *program = self->program;
	uint32_t first = td_function_of(program, node)->first;

	for (uint32_t i = first; i < node; i++)
		if (td_node(program, i)->kind == TD_N_GOTO ||
		    (td_node(program, i)->kind == TD_N_RETURN && !leaves_for_nothing(self, i, handle)))
			return false;
	for (uint32_t at = first; at != node;) {
		uint32_t inner = td_child_with(program, at, node);
		enum td_node_kind kind = td_node(program, at)->kind;

		if ((kind == TD_N_IF || kind == TD_N_SWITCH || kind == TD_N_CATCH || kind == TD_N_CONDITIONAL) && inner != at + 1 &&
		    !td_is_asked_for_creation(self, at, inner) && !is_asked_for_object(program, at, inner) &&
		    !is_asked_for_flag(self, at, inner, handle))
			return false;
		if ((kind == TD_N_WHILE || kind == TD_N_FOR) && inner != at + 1 && !td_goes_over(program, at, node))
			return false;
		at = inner;
	}
	return true;
}

/* stop(&self->thread), or a method of the object itself or of a member: stop(), thread.stop(). */
static bool is_handed_on(const struct td_program *program, uint32_t call)
{
	uint32_t object = call + 1;

	if (td_node(program, call)->kind != TD_N_CALL)
		return false;
	if (td_child(program, call, 1))
		return true;
	if (td_node(program, object)->kind == TD_N_FIELD)
		object++;
	return td_node(program, call)->flags & TD_F_METHOD &&
	       (td_node(program, object)->kind == TD_N_NONE || td_node(program, object)->kind == TD_N_OTHER);
}

/* The place where a function waits for what is kept in this field or global variable whenever it is called, be it some calls
 * further down; 0 if it does not. */
static uint32_t joins_inside(struct td_check *self, uint32_t call, uint32_t handle, unsigned calls)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	const struct td_function *function = count == 1 ? &program->all.functions.items[functions[0].node] : NULL;

	for (uint32_t i = function ? function->first : 0; function && i < function->first + function->count; i++) {
		uint32_t found = 0;

		if (joins_handle(self, i, handle))
			found = i;
		else if (is_handed_on(program, i) && calls)
			found = joins_inside(self, i, handle, calls - 1);
		if (found && is_unconditional(self, i, handle))
			return found;
	}
	return 0;
}

/* Only what is kept in a field or a global variable has the same name in other functions. */
bool td_is_known_outside(const struct td_program *program, uint32_t handle)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, handle, &count);

	return count && (td_node(program, refs[0].node)->kind == TD_N_FIELD || td_node(program, refs[0].node)->flags & TD_F_GLOBAL);
}

enum { MOST_CALLS = 3 };

uint32_t td_joins_inside(struct td_check *self, uint32_t call, uint32_t handle)
{
	return joins_inside(self, call, handle, MOST_CALLS);
}

/* run() { create; run(); join; }: by then the call of itself has created as well. */
static bool is_behind_call(const struct td_check *self, uint32_t wait, size_t level)
{
	return self->loop.kind == TD_LOOP_RECURSION && level >= self->loop.inner &&
	       td_reaches(self->program, self->sites[level == self->loop.inner ? self->level : level], wait);
}

/* The creation comes first, and the function is not left between the two. */
static uint32_t joins_after(struct td_check *self, uint32_t handle, size_t level)
{
	const struct td_program *program = self->program;
	const struct td_function *function = td_function_of(program, self->sites[level]);
	uint32_t last = level == self->level ? self->loop.last : function->first + function->count;
	uint32_t kept = td_kept_by(program, self->sites[level]);

	for (uint32_t i = td_node(program, self->sites[level])->end; i < last; i++) {
		uint32_t found = td_node(program, i)->kind == TD_N_CALL ? joins_inside(self, i, handle, MOST_CALLS) : 0;

		if (found && !(kept && td_is_for_other(program, i, kept)) && td_accompanies(self, i) && !is_behind_call(self, i, level) && td_postdominates_site(self, i, level))
			return found;
	}
	return 0;
}

static struct td_opinion by_join_inside(struct td_check *self)
{
	const struct td_scope *scope = &self->scopes[0];
	uint32_t handle = handle_of(self, &scope), found = 0;

	if (!handle || !td_is_known_outside(self->program, handle))
		return say(TD_UNBOUNDED, NULL, NULL);
	for (size_t level = 0; level <= self->level && !found; level++)
		found = joins_after(self, handle, level);
	if (!found)
		return say(TD_UNBOUNDED, NULL, NULL);
	return say(TD_ALIVE, "join", td_format("every round waits for what it has created, in %s (line %u)",
					       td_text(self->program, td_function_of(self->program, found)->spelling),
					       td_node(self->program, found)->line));
}

static struct td_opinion by_join(struct td_check *self)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[0];
	uint32_t handle = handle_of(self, &scope);

	for (size_t level = 0; level <= self->level; level++) {
		const struct td_function *function = td_function_of(program, self->sites[level]);
		uint32_t last = level == self->level ? self->loop.last : function->first + function->count;

		for (uint32_t i = td_region_begin(self, level); i < last; i++)
			if (td_releases(program, i, self->resource) && !td_does_not_wait(program, i) &&
			    (waits_for_any(program, i) || (handle && joined_by(self, i, level) == handle)) &&
			    is_always_done(self, i, level) && !is_behind_call(self, i, level) && td_postdominates_site(self, i, level))
				return say(TD_ALIVE, self->resource == TD_THREADS ? "join" : "release",
					   td_format("every round %s what it has created (line %u)",
						     self->resource == TD_THREADS ? "waits for" : "gives back",
						     td_node(program, i)->line));
	}
	return say(TD_UNBOUNDED, NULL, NULL);
}

/* std::jthread and the future of std::async wait when they go out of scope. */
static struct td_opinion by_scope(struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t site = self->sites[0], parent = td_parent(program, site);
	const char *name = called(program, site);

	if (strcmp(name, "std::async") && strcmp(name, "std::jthread::jthread"))
		return say(TD_UNBOUNDED, NULL, NULL);
	while (parent && td_node(program, parent)->kind == TD_N_OTHER)
		parent = td_parent(program, parent);
	if (td_node(program, parent)->kind == TD_N_BLOCK || (td_node(program, parent)->kind == TD_N_DECLARE &&
	    td_node(program, parent)->flags & TD_F_LOCAL && td_is_inside(program, parent, self->loop.node)))
		return say(TD_ALIVE, "join", td_strdup("its destructor waits for the thread at the end of the block"));
	return say(TD_UNBOUNDED, NULL, NULL);
}

static struct td_opinion by_waiting(struct td_check *self)
{
	const struct td_program *program = self->program;
	struct td_opinion best = { 0 };

	for (size_t level = 0; level <= self->level && !best.verdict; level++)
		for (uint32_t i = td_region_begin(self, level); i < self->sites[level] && !best.verdict; i++)
			if (td_node(program, i)->kind == TD_N_CALL && takes(called(program, i)) && td_accompanies(self, i)) {
				free(best.why);
				best = by_semaphore(self, i);
			}
	return best;
}

static struct td_opinion by_any_join(struct td_check *self)
{
	struct td_opinion opinion = by_join(self);

	if (!opinion.verdict)
		opinion = by_join_inside(self);
	if (!opinion.verdict)
		opinion = td_pattern_every_way(self);
	if (opinion.verdict && td_is_lost_before_wait(self)) {
		free(opinion.why);
		opinion = say(TD_UNBOUNDED, NULL, NULL);
	}
	return opinion;
}

struct td_opinion td_pattern_wait(struct td_check *self)
{
	struct td_opinion opinion = by_any_join(self);

	if (!opinion.verdict)
		opinion = by_scope(self);
	if (!opinion.verdict)
		opinion = td_pattern_handoff(self);
	return opinion.verdict ? opinion : by_waiting(self);
}
