/* Queues and containers that are emptied (pattern 4): removed from, not added to, and used by no other thread. */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool td_has_word(const char *name, const char *const *words)
{
	for (; *words; words++) {
		size_t length = strlen(*words);

		for (const char *at = name; *at; at++) {
			bool begins =
			    at == name || at[-1] == '_' || (isupper((unsigned char)*at) && !isupper((unsigned char)at[-1]));

			if (begins && !strncasecmp(at, *words, length) &&
			    (!at[length] || at[length] == '_' || !islower((unsigned char)at[length])))
				return true;
		}
	}
	return false;
}

static bool adds(const char *name)
{
	static const char *const words[] = { "push",	"enqueue", "enq",    "add",    "append",  "insert", "put",   "prepend",
					     "emplace", "resize",  "assign", "splice", "unshift", "extend", "offer", NULL };

	return td_has_word(name, words);
}

static bool removes(const char *name)
{
	static const char *const words[] = { "pop",   "dequeue", "deq",	   "remove", "take",	"shift", "erase",
					     "clear", "del",	 "delete", "unlink", "extract", "steal", NULL };
	static const char *const gets[] = { "get", "poll", "next", NULL };
	static const char *const containers[] = { "queue", "list", "stack", "fifo", "deque", "heap", "q", NULL };

	return td_has_word(name, words) || (td_has_word(name, gets) && td_has_word(name, containers));
}

static bool asks_empty(const char *name)
{
	static const char *const words[] = { "empty", "isempty", NULL };

	return td_has_word(name, words);
}

static bool locks(const struct td_program *program, uint32_t node)
{
	static const char *const functions[] = { "pthread_mutex_lock",
						 "pthread_rwlock_wrlock",
						 "pthread_rwlock_rdlock",
						 "pthread_spin_lock",
						 "mtx_lock",
						 "g_mutex_lock",
						 "g_async_queue_lock",
						 "lock",
						 "sem_wait",
						 "lock_guard",
						 "unique_lock",
						 "scoped_lock",
						 NULL };
	const char *name = td_short_name(td_text(program, td_node(program, node)->spelling));

	return td_node(program, node)->kind == TD_N_CALL && td_is_one_of(name, functions);
}

static bool has_lock(const struct td_program *program, const struct td_function *function)
{
	for (uint32_t at = function->first; at < function->first + function->count; at++)
		if (locks(program, at))
			return true;
	return false;
}

static bool function_locks(const struct td_program *program, uint32_t call)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);

	for (size_t i = 0; i < count; i++)
		if (has_lock(program, &program->all.functions.items[functions[i].node]))
			return true;
	return false;
}

/* The variable or field that a container is, seen from here. */
static uint32_t container_name(struct td_check *self, uint32_t object, const struct td_scope *scope)
{
	bool through;
	uint32_t node = td_resolve(self, td_without_address(self->program, object), &scope);

	node = td_without_address(self->program, node);
	return td_target(self->program, node, &through);
}

/* list_del(&job->link) after job = first_of(&list). */
static bool is_element(struct td_check *self, uint32_t object, uint32_t name)
{
	const struct td_program *program = self->program;
	uint32_t base = td_without_address(program, object);
	size_t count;
	const struct td_write *writes;

	while (td_node(program, base)->kind == TD_N_FIELD)
		base++;
	writes = td_writes_of(program, td_node(program, base)->name, &count);
	for (size_t i = 0; i < count && td_node(program, base)->flags & TD_F_LOCAL; i++)
		for (uint32_t at = writes[i].value; at && at < td_node(program, writes[i].value)->end; at++)
			if (td_node(program, at)->name == name && td_is_in_loop(self, at))
				return true;
	return false;
}

static bool is_on(struct td_check *self, uint32_t call, uint32_t name)
{
	const struct td_program *program = self->program;
	bool through;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t object = td_child(program, call, i);

		if (object &&
		    (td_target(program, td_without_address(program, object), &through) == name || is_element(self, object, name)))
			return true;
	}
	return false;
}

static void note_call(struct td_check *self, struct td_container *container, uint32_t call, uint32_t name)
{
	const char *function = td_short_name(td_text(self->program, td_node(self->program, call)->spelling));

	if (!is_on(self, call, name))
		return;
	container->added |= adds(function);
	container->removed |= removes(function) && !adds(function);
	container->shared |= function_locks(self->program, call);
}

static void note_region(struct td_check *self, struct td_container *container, uint32_t first, uint32_t last, uint32_t name)
{
	for (uint32_t i = first; i < last; i++) {
		if (td_node(self->program, i)->kind == TD_N_CALL && td_is_in_loop(self, i))
			note_call(self, container, i, name);
		container->shared |= locks(self->program, i);
	}
}

static bool is_used_in_threads(const struct td_check *self, uint32_t name)
{
	size_t count;
	const struct td_use *refs = td_uses_of(&self->program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t function = td_node(self->program, refs[i].node)->function;

		if (td_set_has(&self->others, function) && function != self->scopes[self->level].function)
			return true;
	}
	return false;
}

/* Its address goes to a thread. */
static bool is_given_to_thread(const struct td_check *self, uint32_t name)
{
	const struct td_program *program = self->program;
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t parent = td_parent(program, refs[i].node), call = parent ? td_parent(program, parent) : 0;

		if (parent && td_node(program, parent)->kind == TD_N_UNARY && td_node(program, parent)->op == TD_O_ADDRESS &&
		    call && td_starts_thread(program, call) && td_child(program, call, 1) != parent)
			return true;
	}
	return false;
}

/* "std::list<int> &(int)": what is returned, or "std::list<int> &": what it is, stands for something else. */
static bool is_reference(const char *type)
{
	int depth = 0;
	const char *at = type;

	for (; *at && (depth || *at != '('); at++)
		depth += *at == '<' ? 1 : *at == '>' ? -1 : 0;
	return at > type && (at[-1] == '&' || at[-1] == '*');
}

/* walk(const std::list<int> &list): who is given it like that does not add to it. */
static bool is_only_read(const struct td_program *program, uint32_t call, uint32_t argument)
{
	size_t count;
	const struct td_use *functions = td_uses_of(&program->functions, td_node(program, call)->name, &count);
	uint32_t at = td_child(program, call, 1);
	uint32_t parameter = count == 1 ? program->all.functions.items[functions[0].node].first + 1 : 0;

	for (; parameter && at && at != argument; at = td_node(program, at)->end)
		parameter = td_node(program, parameter)->end;
	return parameter && at && td_node(program, parameter)->kind == TD_N_PARAMETER &&
	       !strncmp(td_text(program, td_node(program, parameter)->type), "const ", 6);
}

/* What may come to the container by another name: a reference, or a pointer to it. */
static bool is_lent(const struct td_program *program, uint32_t reference)
{
	uint32_t parent = td_parent(program, reference);
	const struct td_node *at = td_node(program, parent);

	if (at->kind == TD_N_UNARY && at->op == TD_O_DEREF)
		return is_lent(program, parent);
	if (at->kind == TD_N_SUBSCRIPT && reference == parent + 1)
		return false; /* one of its elements */
	if (at->kind == TD_N_CALL) /* one of its own methods, or a copy of it */
		return !(at->flags & TD_F_METHOD && reference == parent + 1) && !(at->flags & TD_F_CONSTRUCT) &&
		       !is_only_read(program, parent, reference);
	if (at->kind == TD_N_RETURN || at->kind == TD_N_DECLARE) /* a copy, unless it is a reference */
		return is_reference(td_text(program, at->kind == TD_N_RETURN ? td_function_of(program, parent)->type : at->type));
	return at->kind != TD_N_RANGE && at->kind != TD_N_FIELD && !(at->kind == TD_N_ASSIGN && reference == parent + 1);
}

/* In the function with the node, or in one that calls it. */
static bool is_locked_there(const struct td_program *program, uint32_t node)
{
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, td_function_of(program, node)->name, &count);

	if (has_lock(program, td_function_of(program, node)))
		return true;
	for (size_t i = 0; i < count; i++)
		if (has_lock(program, td_function_of(program, calls[i].node)))
			return true;
	return false;
}

/* Others that may run meanwhile add to it, or it is not known what they do with it.  Heuristic 1: a thread that adds
 * while another one walks would lock it; where neither does, they do not run at the same time. */
static bool is_added_to_in_threads(const struct td_check *self, uint32_t name)
{
	const struct td_program *program = self->program;
	bool is_locked = has_lock(program, td_function_of(program, self->loop.node));
	size_t count;
	const struct td_use *refs = td_uses_of(&program->refs, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t parent = td_parent(program, refs[i].node);

		if (is_lent(program, refs[i].node))
			return true;
		if (td_set_has(&self->others, td_node(program, refs[i].node)->function) &&
		    (td_node(program, parent)->kind != TD_N_CALL ||
		     adds(td_short_name(td_text(program, td_node(program, parent)->spelling)))) &&
		    (is_locked || is_locked_there(program, parent)))
			return true;
	}
	return false;
}

struct td_container td_container_of(struct td_check *self, uint32_t object, const struct td_scope *scope)
{
	struct td_container container = { 0 };
	uint32_t name = container_name(self, object, scope);

	if (!name)
		return container;
	container.named = true;
	note_region(self, &container, self->loop.first, self->loop.last, name);
	for (uint32_t i = 1; i < self->program->all.functions.count; i++) {
		const struct td_function *function = &self->program->all.functions.items[i];

		if (td_set_has(&self->inside, i))
			note_region(self, &container, function->first, function->first + function->count, name);
	}
	container.shared |= is_used_in_threads(self, name) || is_given_to_thread(self, name);
	container.grows = container.shared && (is_given_to_thread(self, name) || is_added_to_in_threads(self, name));
	return container;
}

static struct td_opinion say(enum td_bound verdict, const char *pattern, char *why)
{
	return (struct td_opinion){ verdict, pattern, why };
}

static struct td_opinion decide(const struct td_container *container)
{
	if (!container->removed)
		return say(TD_UNBOUNDED, NULL, td_strdup("nothing is removed in the loop"));
	if (container->added)
		return say(TD_UNBOUNDED, NULL, td_strdup("the loop adds to what it empties"));
	if (container->shared)
		return say(TD_UNBOUNDED, NULL, td_strdup("other threads may add to it meanwhile"));
	return say(TD_BOUNDED, "drain", td_strdup("it is emptied, and only this thread uses it"));
}

static uint32_t object_of(const struct td_program *program, uint32_t call)
{
	return td_child(program, call, td_node(program, call)->flags & TD_F_METHOD ? 0 : 1);
}

struct td_opinion td_pattern_drain(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	uint32_t node = comparison->left;
	const char *name;
	struct td_container container;

	while (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE)
		node = td_child(program, node, 1);
	if (td_node(program, node)->kind != TD_N_CALL || !object_of(program, node))
		return say(TD_UNBOUNDED, NULL, NULL);
	name = td_short_name(td_text(program, td_node(program, node)->spelling));
	if (!(asks_empty(name) && comparison->op == TD_O_EQ) && !(removes(name) && !adds(name) && comparison->op != TD_O_EQ))
		return say(TD_UNBOUNDED, NULL, NULL);
	container = td_container_of(self, object_of(program, node), comparison->scope);
	return container.named ? decide(&container) : say(TD_UNBOUNDED, NULL, NULL);
}
