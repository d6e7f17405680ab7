#include "locks.h"

#include "base/base.h"
#include "creators.h"

#include <string.h>

/* How large a function may be that does nothing but lock, and how many of them may call one another. */
enum { LARGEST = 300, MOST_WRAPPERS = 3 };

static bool is_named(const struct td_program *program, uint32_t node, const char *const *names)
{
	return td_node(program, node)->kind == TD_N_CALL &&
	       td_is_one_of(td_short_name(td_text(program, td_node(program, node)->spelling)), names);
}

/* mutex.lock(): a function of that name that is no method may lock anything. */
static bool is_method(const struct td_program *program, uint32_t call, const char *name)
{
	return td_node(program, call)->kind == TD_N_CALL && td_node(program, call)->flags & TD_F_METHOD &&
	       !strcmp(td_short_name(td_text(program, td_node(program, call)->spelling)), name);
}

/* std::lock_guard guard(mutex) has it until the end of the block. */
static bool is_guard(const struct td_program *program, uint32_t call)
{
	static const char *const names[] = { "lock_guard", "scoped_lock", NULL };

	return is_named(program, call, names) && td_node(program, call)->flags & TD_F_CONSTRUCT;
}

/* Without those for readers, of whom there may be several. */
static bool takes(const struct td_program *program, uint32_t call)
{
	static const char *const names[] = { "pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_wrlock", "mtx_lock",
					     "g_mutex_lock", NULL };

	return is_named(program, call, names) || is_method(program, call, "lock") || is_guard(program, call);
}

static bool gives(const struct td_program *program, uint32_t call)
{
	static const char *const names[] = { "pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock", "mtx_unlock",
					     "g_mutex_unlock", NULL };

	return is_named(program, call, names) || is_method(program, call, "unlock");
}

typedef bool does_it(const struct td_program *program, uint32_t call);

static uint32_t base_of(const struct td_program *program, uint32_t node)
{
	node = td_without_address(program, node);
	while (td_node(program, node)->kind == TD_N_FIELD)
		node = td_without_address(program, node + 1);
	return node;
}

static bool is_jump(enum td_node_kind kind)
{
	return kind == TD_N_RETURN || kind == TD_N_GOTO || kind == TD_N_LABEL || kind == TD_N_THROW;
}

/* The part of a statement, or the function, that is done as a whole if the node is done. */
static uint32_t branch_around(const struct td_program *program, uint32_t node)
{
	uint32_t found = td_function_of(program, node)->first;

	for (uint32_t at = found; at != node;) {
		enum td_node_kind kind = td_node(program, at)->kind;
		uint32_t child = at + 1;

		while (td_node(program, child)->end <= node)
			child = td_node(program, child)->end;
		if (kind == TD_N_IF || kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE ||
		    kind == TD_N_SWITCH || kind == TD_N_CONDITIONAL || kind == TD_N_CATCH || kind == TD_N_BINARY)
			found = child;
		at = child;
	}
	return found;
}

/* The end of what is done only after the node is.  In a function with labels that is not known. */
static uint32_t end_of_rest(const struct td_program *program, uint32_t node)
{
	const struct td_function *function = td_function_of(program, node);
	uint32_t branch = branch_around(program, node);

	if (td_parent(program, branch) && td_node(program, td_parent(program, branch))->kind == TD_N_SWITCH)
		return node;
	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(program, i)->kind == TD_N_LABEL)
			return node;
	return td_node(program, branch)->end;
}

bool td_comes_before(const struct td_program *program, uint32_t first, uint32_t node)
{
	return td_node(program, node)->function == td_node(program, first)->function && node >= td_node(program, first)->end &&
	       node < end_of_rest(program, first);
}

bool td_is_on_every_way(const struct td_program *program, uint32_t node)
{
	return branch_around(program, node) == td_function_of(program, node)->first && end_of_rest(program, node) != node;
}

bool td_is_left_after(const struct td_program *program, uint32_t node, uint32_t target)
{
	uint32_t branch = branch_around(program, node), last = 0;

	if (td_node(program, branch)->kind != TD_N_BLOCK || td_is_inside(program, target, branch))
		return false;
	for (uint32_t at = branch + 1; at < td_node(program, branch)->end; at = td_node(program, at)->end)
		last = at;
	return last && (td_node(program, last)->kind == TD_N_RETURN || td_never_returns(program, last));
}

static uint32_t lock_of(const struct td_program *program, uint32_t call, does_it *does, unsigned wrappers);

/* The number of the parameter whose lock the function takes, or gives, whenever it is called; -1: none. */
static int locked_parameter(const struct td_program *program, const struct td_function *function, does_it *does, unsigned wrappers)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		uint32_t lock = td_node(program, i)->kind == TD_N_CALL && branch_around(program, i) == function->first
				    ? lock_of(program, i, does, wrappers) : 0;
		uint32_t base = lock ? base_of(program, lock) : 0;
		int number = -1;

		if (is_jump(td_node(program, i)->kind))
			return -1;
		if (!base || !(td_node(program, base)->flags & TD_F_PARAMETER))
			continue;
		for (uint32_t at = function->first + 1; at < i; at = td_node(program, at)->end)
			if (td_node(program, at)->kind == TD_N_PARAMETER && (number++, td_node(program, at)->name == td_node(program, base)->name))
				return number;
	}
	return -1;
}

/* The argument that is locked. */
static uint32_t lock_of(const struct td_program *program, uint32_t call, does_it *does, unsigned wrappers)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	const struct td_function *function = count == 1 ? &program->all.functions.items[functions[0].node] : NULL;
	int number;

	if (does(program, call))
		return td_child(program, call, td_node(program, call)->flags & TD_F_METHOD ? 0 : 1);
	if (!wrappers || !function || function->count > LARGEST || !td_child(program, call, 1))
		return 0;
	number = locked_parameter(program, function, does, wrappers - 1);
	return number < 0 ? 0 : td_child(program, call, (unsigned)number + 1);
}

/* A variable of the whole program, itself and no pointer: it is the only one of its name. */
static uint32_t only_one(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, td_without_address(program, node));

	return at->kind == TD_N_REF && at->flags & TD_F_GLOBAL && !(at->flags & TD_F_POINTER) ? at->name : 0;
}

static bool has_only_one(const struct td_program *program, uint32_t call)
{
	for (unsigned i = 0; td_child(program, call, i); i++)
		if (only_one(program, td_child(program, call, i)))
			return true;
	return false;
}

static uint32_t lock_by(const struct td_program *program, uint32_t call, does_it *does)
{
	uint32_t lock = td_node(program, call)->kind == TD_N_CALL && has_only_one(program, call)
			    ? lock_of(program, call, does, MOST_WRAPPERS) : 0;

	return lock ? only_one(program, lock) : 0;
}

uint32_t td_lock_taken(const struct td_program *program, uint32_t call)
{
	return lock_by(program, call, takes);
}

uint32_t td_lock_given(const struct td_program *program, uint32_t call)
{
	return lock_by(program, call, gives);
}

/* pthread_mutex_init(&lock, &attributes), std::recursive_mutex lock, = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP. */
static bool may_be_taken_twice(const struct td_program *program, uint32_t name)
{
	static const char *const makers[] = { "pthread_mutexattr_settype", "mtx_init", "g_rec_mutex_init", NULL };
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	if (!count || strstr(td_text(program, td_node(program, refs[0].node)->type), "ecursive") ||
	    strstr(td_text(program, td_node(program, refs[0].node)->type), "Rec"))
		return true;
	for (size_t i = 0; i < program->calls.count; i++)
		if (is_named(program, program->calls.items[i].node, makers))
			return true;
	for (uint32_t i = 1; i < program->all.functions.count; i++) {
		const struct td_function *function = &program->all.functions.items[i];

		for (uint32_t at = function->first; function->flags & TD_FUNCTION_INITIAL && function->name == name &&
		     at < function->first + function->count; at++)
			if (td_node(program, at)->kind == TD_N_LITERAL && td_node(program, at)->value)
				return true;
	}
	return false;
}

uint32_t td_call_with(const struct td_program *program, uint32_t reference)
{
	uint32_t at = td_parent(program, reference);

	if (at && td_node(program, at)->kind == TD_N_UNARY && td_node(program, at)->op == TD_O_ADDRESS)
		at = td_parent(program, at);
	return at && td_node(program, at)->kind == TD_N_CALL ? at : 0;
}

/* The last one before the node that is taken for good: not given back on the way from there to the node.  One that is given back
 * where the function is left counts as kept. */
static bool is_kept_until(const struct td_program *program, uint32_t name, uint32_t taken, uint32_t node)
{
	for (uint32_t i = td_node(program, taken)->end; i < node; i++)
		if (td_node(program, i)->kind == TD_N_CALL && td_lock_given(program, i) == name && !td_is_left_after(program, i, node))
			return false;
	return true;
}

/* Every use of the lock in the loop takes it, or gives it back after it was taken there: neither is ever done. */
static bool is_kept_inside(const struct td_program *program, uint32_t name, uint32_t first, uint32_t last, const struct td_set *inside)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t call = td_call_with(program, refs[i].node), function = td_node(program, refs[i].node)->function;
		bool is_in_loop = refs[i].node >= first && refs[i].node < last, is_after = false;

		if (!call) /* code that gets its address may give it back */
			return false;
		if (!is_in_loop && !td_set_has(inside, function))
			continue;
		for (size_t j = 0; j < count && !is_in_loop; j++)
			is_after |= td_node(program, refs[j].node)->function == function && refs[j].node < refs[i].node &&
				    td_call_with(program, refs[j].node) && td_lock_taken(program, td_call_with(program, refs[j].node)) == name &&
				    td_comes_before(program, td_call_with(program, refs[j].node), refs[i].node);
		if (is_in_loop || (!is_after && td_lock_taken(program, call) != name))
			return false;
	}
	return true;
}

/* Whatever it holds, it holds it still at the node. */
static bool is_in_force(const struct td_program *program, uint32_t call, uint32_t node)
{
	uint32_t block = call;

	while (is_guard(program, call) && block && td_node(program, block)->kind != TD_N_BLOCK)
		block = td_parent(program, block);
	return !is_guard(program, call) || (block && td_is_inside(program, node, block));
}

struct td_held td_locks_around(const struct td_program *program, uint32_t loop, uint32_t first, uint32_t last,
			       const struct td_set *inside)
{
	struct td_held held = { 0 };

	for (uint32_t i = td_function_of(program, loop)->first; i < loop; i++) {
		uint32_t name = td_node(program, i)->kind == TD_N_CALL ? td_lock_taken(program, i) : 0;

		if (name && td_comes_before(program, i, loop) && is_in_force(program, i, loop) && is_kept_until(program, name, i, loop) &&
		    is_kept_inside(program, name, first, last, inside) && !may_be_taken_twice(program, name))
			TD_PUSH(&held, name);
	}
	return held;
}

static bool is_held(const struct td_held *held, uint32_t name)
{
	for (size_t i = 0; i < held->count; i++)
		if (name && held->items[i] == name)
			return true;
	return false;
}

bool td_locks_matter(const struct td_program *program, const struct td_held *held, uint32_t function)
{
	for (size_t i = 0; i < held->count; i++) {
		size_t count;
		const struct td_use *refs = td_uses_of(&program->refs, held->items[i], &count);

		for (size_t j = 0; j < count; j++)
			if (td_node(program, refs[j].node)->function == function)
				return true;
	}
	return false;
}

void td_locks_cut(const struct td_program *program, const struct td_held *held, const struct td_function *function, uint8_t *done)
{
	for (uint32_t i = function->first; i < function->first + function->count; i++) {
		uint32_t from = td_node(program, i)->end, to;

		if (td_node(program, i)->kind != TD_N_CALL || !is_held(held, td_lock_taken(program, i)))
			continue;
		to = end_of_rest(program, i);
		if (to > from)
			memset(done + (from - function->first), 0, to - from);
	}
}
