/* Threads that the loop waits for until they have begun: what they do before that is done by the time of the next round.
 *
 *   for (;;) { lock(&l); request = next(); create(serve, request); }        serve() { count++; unlock(&l); ...; count--; }
 *   for (;;) { create(serve, next()); sem_wait(&begun); }                   serve() { count++; sem_post(&begun); ...; count--; }
 *
 * A lock that the loop takes in every round that creates is given back by the thread, and by the loop only where it has
 * created nothing; a semaphore is waited for after each creation, and posted nowhere else.  A counter that the thread
 * raises before that counts like one that the loop raises itself.  If the thread gives up where there are too many,
 * there are no more than so many.
 */
#include "check.h"

/* Where the thread lets the loop go on; the last place of several. */
struct handoff {
	uint32_t root;           /* the function that the thread begins with */
	uint32_t place;
	const struct td_function *function;
};

/* The one function that such a thread begins with; 0: there are several, or it is not known. */
static uint32_t root_of(struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t root = 0;

	for (unsigned i = 1; td_child(program, self->sites[0], i); i++) {
		const struct td_scope *scope = &self->scopes[0];
		uint32_t argument = td_without_address(program, td_resolve(self, td_child(program, self->sites[0], i), &scope));
		size_t count;
		const struct td_use *functions = td_uses_of(&program->functions, td_node(program, argument)->name, &count);

		if (!count || program->all.functions.items[functions[0].node].flags & TD_FUNCTION_INITIAL)
			continue;
		if (count > 1 || root)
			return 0;
		root = functions[0].node;
	}
	return root;
}

typedef uint32_t meaning(const struct td_program *program, uint32_t call);

/* The function has taken the lock before, so that it gives back its own. */
static bool has_taken(const struct td_program *program, uint32_t name, uint32_t give)
{
	for (uint32_t i = td_function_of(program, give)->first; i < give; i++)
		if (td_node(program, i)->kind == TD_N_CALL && td_lock_taken(program, i) == name && td_comes_before(program, i, give))
			return true;
	return false;
}

/* The loop may let itself go on where it has not created; otherwise only the thread's own function does, once on each way. */
static bool is_let_go_by_thread(struct td_check *self, uint32_t name, meaning *lets_go, struct handoff *found)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	found->place = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t call = td_call_with(program, refs[i].node);

		if (!call || lets_go(program, call) != name)
			continue;
		if (td_node(program, call)->function == found->root) {
			if (found->place && !td_is_left_after(program, found->place, call))
				return false;
			found->place = call;
		} else if (td_is_in_loop(self, call) ? !td_excludes(self, call) : !has_taken(program, name, call)) {
			return false;
		}
	}
	return found->place && td_is_on_every_way(program, found->place);
}

static uint32_t end_of_region(const struct td_check *self, size_t level)
{
	const struct td_function *function = td_function_of(self->program, self->sites[level]);

	return level == self->level ? self->loop.last : function->first + function->count;
}

static bool has_handoff(struct td_check *self, uint32_t call, size_t level, struct handoff *found)
{
	const struct td_program *program = self->program;
	uint32_t lock = call < self->sites[level] ? td_lock_taken(program, call) : 0;
	uint32_t semaphore = call > self->sites[level] ? td_semaphore_taken(program, call) : 0;

	if ((!lock && !semaphore) || !td_accompanies(self, call))
		return false;
	return lock ? is_let_go_by_thread(self, lock, td_lock_given, found)
		    : is_let_go_by_thread(self, semaphore, td_semaphore_posted, found);
}

/* No other call starts such threads, or calls the function. */
static bool is_only_start(const struct td_program *program, const struct td_function *function)
{
	size_t pointed, called;

	td_uses_of(&program->pointed, function->name, &pointed);
	td_uses_of(&program->calls, function->name, &called);
	return pointed == 1 && !called;
}

static bool find_handoff(struct td_check *self, struct handoff *found)
{
	const struct td_program *program = self->program;

	found->root = root_of(self);
	found->function = &program->all.functions.items[found->root];
	if (!found->root || !is_only_start(program, found->function))
		return false;
	for (size_t level = 0; level <= self->level; level++)
		for (uint32_t i = td_region_begin(self, level); i < end_of_region(self, level); i++)
			if (td_node(program, i)->kind == TD_N_CALL && has_handoff(self, i, level, found))
				return true;
	return false;
}

bool td_is_waited_for(struct td_check *self, uint32_t node)
{
	struct handoff handoff;

	if (self->resource != TD_THREADS || !td_set_has(&self->created, td_node(self->program, node)->function))
		return false;
	if (find_handoff(self, &handoff))
		return td_comes_before(self->program, node, handoff.place);
	return handoff.root && is_only_start(self->program, handoff.function) && td_is_waited_for_by_pipe(self, node, handoff.root);
}

struct td_opinion td_pattern_handoff(struct td_check *self)
{
	struct td_scope scope = { .call = self->sites[0], .caller = &self->scopes[0] };
	struct td_opinion opinion = { 0 };
	struct handoff handoff;

	if (self->resource != TD_THREADS || !find_handoff(self, &handoff))
		return opinion;
	scope.function = handoff.root;
	if (td_judge(self, td_formula_to_reach(self, handoff.function->first, handoff.place, &scope)))
		opinion = (struct td_opinion){ TD_ALIVE, "live count",
					       td_strdup("the thread gives up where there are too many, and the loop waits for that") };
	return opinion;
}
