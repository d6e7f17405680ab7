/* Walks (patterns 1 and 2): along a list, an array up to the element that ends it, a directory, or all of a container. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static struct td_opinion say(enum td_bound verdict, const char *pattern, char *why)
{
	return (struct td_opinion){ verdict, pattern, why };
}

static bool is_lock(const struct td_program *program, uint32_t node, bool locks)
{
	static const char *const takes[] = { "pthread_mutex_lock",    "pthread_rwlock_rdlock",
					     "pthread_rwlock_wrlock", "mtx_lock",
					     "g_mutex_lock",	      "lock",
					     "pthread_spin_lock",     NULL };
	static const char *const gives[] = { "pthread_mutex_unlock",
					     "pthread_rwlock_unlock",
					     "mtx_unlock",
					     "g_mutex_unlock",
					     "unlock",
					     "pthread_spin_unlock",
					     NULL };
	const char *name = td_short_name(td_text(program, td_node(program, node)->spelling));

	return td_node(program, node)->kind == TD_N_CALL && td_is_one_of(name, locks ? takes : gives);
}

/* Heuristic 1: what others change as well is locked where it is used.  A walk that takes no lock from step to step would be a
 * race if they did. */
static bool locks_on_the_way(const struct td_check *self)
{
	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (is_lock(self->program, i, true) || is_lock(self->program, i, false))
			return true;
	return false;
}

/* No other thread can touch a list while its lock is held all the time. */
static bool is_locked_throughout(const struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t lock = 0;

	for (uint32_t i = td_function_of(program, self->loop.node)->first; i < self->loop.node; i++) {
		if (is_lock(program, i, true))
			lock = i;
		if (is_lock(program, i, false))
			lock = 0;
	}
	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (is_lock(program, i, false))
			return false;
	return lock != 0;
}

/* tail->next = job makes the list longer for a walk along it.  What is put before its beginning (job->next = first), or
 * taken out (last->next = job->next), does not. */
static bool extends(const struct td_program *program, const struct td_write *write)
{
	const struct td_node *value = td_node(program, write->value);

	if (write->change == TD_CHANGE_UNKNOWN)
		return true;
	return write->change == TD_CHANGE_SET && write->value &&
	       (value->kind == TD_N_CALL || (value->kind == TD_N_REF && value->flags & TD_F_LOCAL));
}

/* Others than the thread that runs the loop: other threads, and if the loop is in a thread itself, all code that is not
 * in the loop. */
static bool is_extended_by_others(const struct td_check *self, uint32_t name)
{
	uint32_t own = self->scopes[self->level].function;
	bool is_in_thread = td_set_has(self->threads, own);
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t function = td_node(self->program, writes[i].node)->function;

		if ((td_set_has(&self->others, function) || (is_in_thread && !td_is_in_loop(self, writes[i].node))) &&
		    function != own && extends(self->program, &writes[i]))
			return true;
	}
	return false;
}

static bool is_walker(const char *name)
{
	static const char *const functions[] = { "readdir",	     "readdir64", "getopt",   "getopt_long",
						 "getopt_long_only", "strtok",	  "strtok_r", "strsep",
						 "getmntent",	     "getpwent",  "getgrent", NULL };
	const char *own = td_short_name(name);

	return td_is_one_of(own, functions) || strstr(own, "iter_next") || strstr(own, "iterator_next");
}

/* The field or function by which the variable goes on to the next element: p = p->next, p = next with next = p->next,
 * p = list_next(p).  0: it does not. */
static uint32_t link_of(struct td_check *self, uint32_t variable, uint32_t value, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t name = td_node(program, variable)->name, base;
	const struct td_scope *inner = scope;

	if (td_node(program, value)->kind == TD_N_REF)
		value = td_resolve(self, value, &inner);
	if (td_node(program, value)->kind == TD_N_CALL && (base = td_link_of_call(program, value, name)))
		return base;
	if (td_node(program, value)->kind == TD_N_CALL && strcasestr(td_text(program, td_node(program, value)->spelling), "next")) {
		for (unsigned i = 1; (base = td_child(program, value, i)); i++)
			if (td_node(program, base)->name == name)
				return value;
		return 0;
	}
	if (td_node(program, value)->kind != TD_N_FIELD)
		return 0;
	for (base = value + 1; td_node(program, base)->kind == TD_N_FIELD && td_node(program, base)->name != name;)
		base++;
	if (td_node(program, base)->name != name && td_node(program, base)->kind == TD_N_REF)
		base = td_resolve(self, base, &inner);
	return td_node(program, base)->name == name || td_node(program, variable)->name == td_node(program, value + 1)->name
		   ? value
		   : 0;
}

/* trail = &job->next: what is put there, *trail = job, is an element that is already in the list, or the one behind it. */
static bool only_takes_out(const struct td_check *self, const struct td_write *kept, uint32_t link, uint32_t variable)
{
	const struct td_program *program = self->program;
	uint32_t pointer = td_node(program, kept->node)->kind == TD_N_ASSIGN ? kept->node + 1 : 0;
	size_t count;
	const struct td_write *writes;
	const struct td_use *refs;

	if (!pointer || kept->value || td_node(program, pointer)->kind != TD_N_REF || !(td_node(program, pointer)->flags & TD_F_LOCAL))
		return false;
	writes = td_writes_of(program, td_node(program, pointer)->name, &count);
	for (size_t i = 0; i < count; i++) {
		const struct td_node *value = td_node(program, writes[i].value);
		bool is_known = value->kind == TD_N_LITERAL || value->name == td_node(program, variable)->name ||
				(value->kind == TD_N_FIELD && value->name == td_node(program, link)->name);

		if (writes[i].through && (writes[i].change != TD_CHANGE_SET || !is_known))
			return false;
	}
	refs = td_uses_of(&program->refs, td_node(program, pointer)->name, &count);
	for (size_t i = 0; i < count; i++)
		if (td_node(program, td_parent(program, refs[i].node))->kind == TD_N_CALL)
			return false;
	return true;
}

static bool is_extended(struct td_check *self, uint32_t link, uint32_t variable)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, td_node(self->program, link)->name, &count);

	if (td_node(self->program, link)->name == td_node(self->program, variable)->name)
		return false; /* its writes have been looked at already */
	for (size_t i = 0; i < count; i++)
		if (td_is_written_in_loop(self, &writes[i]) && extends(self->program, &writes[i]) &&
		    !only_takes_out(self, &writes[i], link, variable) && !td_is_other_list(self, writes[i].node, variable) &&
		    !td_is_other_end(self, writes[i].node, variable, link) && !td_is_other_ring(self, writes[i].node, variable, link) &&
		    !td_is_only_on_way_out(self, writes[i].node))
			return true;
	return false;
}

/* *job->previous = job->next takes the first element out of a list without naming its beginning. */
static uint32_t unlinks_first(struct td_check *self, uint32_t variable, const struct td_scope *scope)
{
	const struct td_program *program = self->program;

	for (uint32_t i = self->loop.first; i < self->loop.last; i++) {
		uint32_t to = td_node(program, i)->kind == TD_N_ASSIGN ? td_child(program, i, 0) : 0;

		if (to && td_node(program, to)->kind == TD_N_UNARY && td_node(program, to)->op == TD_O_DEREF &&
		    td_accompanies(self, i) && link_of(self, variable, td_child(program, i, 1), scope))
			return td_child(program, i, 1);
	}
	return 0;
}

static struct td_opinion list_walk(struct td_check *self, uint32_t variable, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t link = 0;
	bool goes_along = false;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, variable)->name, &count);

	for (size_t i = 0; i < count; i++) {
		if (!td_is_written_in_loop(self, &writes[i]) || writes[i].through)
			continue;
		link = writes[i].change == TD_CHANGE_SET && writes[i].value ? link_of(self, variable, writes[i].value, scope) : 0;
		if (!link)
			return say(TD_UNBOUNDED, NULL, NULL);
		goes_along |= td_accompanies(self, writes[i].node) || td_takes_out_end(self, writes[i].node, variable, link, scope);
	}
	if (!link && (link = unlinks_first(self, variable, scope)))
		goes_along = true;
	if (!link || !goes_along)
		return say(TD_UNBOUNDED, NULL, NULL);
	if (is_extended(self, link, variable))
		return say(TD_UNBOUNDED, NULL, td_strdup("the loop adds to the list that it walks along"));
	if ((is_extended_by_others(self, td_node(program, link)->name) ||
	     (td_node(program, variable)->flags & TD_F_GLOBAL && is_extended_by_others(self, td_node(program, variable)->name))) &&
	    locks_on_the_way(self) && !is_locked_throughout(self))
		return say(TD_UNBOUNDED, NULL, td_strdup("other threads change the list that it walks along"));
	return say(TD_BOUNDED, "walk", td_format("it walks along a list that does not grow meanwhile"));
}

/* names[i] != NULL, *p. */
static struct td_opinion array_walk(struct td_check *self, uint32_t element, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	bool is_subscript = td_node(program, element)->kind == TD_N_SUBSCRIPT;
	char *why = NULL;
	enum td_trend trend = td_trend_of(self, td_child(program, element, is_subscript ? 1 : 0), scope, &why);

	free(why);
	if (trend != TD_RISING && trend != TD_FALLING)
		return say(TD_UNBOUNDED, NULL, NULL);
	return say(TD_BOUNDED, "walk", td_strdup("it walks along an array up to the element that ends it"));
}

/* case->name != NULL, with case++ from round to round. */
static struct td_opinion field_walk(struct td_check *self, uint32_t field, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t base = field + 1;
	char *why = NULL;
	enum td_trend trend = TD_OTHER;

	if (td_node(program, base)->kind == TD_N_SUBSCRIPT)
		return array_walk(self, base, scope);
	if (td_node(program, base)->kind == TD_N_REF && td_node(program, base)->flags & TD_F_POINTER)
		trend = td_trend_of(self, base, scope, &why);
	free(why);
	if (trend != TD_RISING && trend != TD_FALLING)
		return say(TD_UNBOUNDED, NULL, NULL);
	return say(TD_BOUNDED, "walk", td_strdup("it walks along an array up to the element that ends it"));
}

/* while (*first) { job = *first; *first = job->next; ... } */
static struct td_opinion pointer_walk(struct td_check *self, uint32_t element, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	uint32_t name = td_node(program, element + 1)->name, found = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_scope *inner = scope;
		uint32_t base;

		if (!td_is_written_in_loop(self, &writes[i]))
			continue;
		if (!writes[i].through || !writes[i].value || td_node(program, writes[i].value)->kind != TD_N_FIELD ||
		    !td_accompanies(self, writes[i].node))
			return say(TD_UNBOUNDED, NULL, NULL);
		base = td_resolve(self, writes[i].value + 1, &inner);
		if (td_node(program, base)->kind != TD_N_UNARY || td_node(program, base + 1)->name != name)
			return say(TD_UNBOUNDED, NULL, NULL);
		found = writes[i].node;
	}
	return found ? say(TD_BOUNDED, "walk", td_strdup("it takes a list apart from its beginning"))
		     : say(TD_UNBOUNDED, NULL, NULL);
}

static bool is_null(const struct td_program *program, uint32_t node)
{
	return !node || (td_node(program, node)->kind == TD_N_LITERAL && td_node(program, node)->value == 0) ||
	       (td_node(program, node)->kind == TD_N_UNARY && td_node(program, node)->op == TD_O_NEG);
}

/* A list that ends where it began: pos != &head. */
static bool is_end(const struct td_program *program, uint32_t node)
{
	return is_null(program, node) ||
	       (td_node(program, node)->kind == TD_N_UNARY && td_node(program, node)->op == TD_O_ADDRESS) ||
	       td_node(program, node)->flags & TD_F_POINTER;
}

static struct td_opinion walk_of(struct td_check *self, uint32_t node, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);
	struct td_opinion opinion = at->kind == TD_N_FIELD ? field_walk(self, node, scope) : say(TD_UNBOUNDED, NULL, NULL);

	if (opinion.verdict)
		return opinion;
	if (at->kind == TD_N_FIELD && td_is_steady(self, node + 1, scope))
		return list_walk(self, node, scope);
	if (at->kind == TD_N_FIELD) /* &pos->member != &head */
		return list_walk(self, node + 1, scope);
	if (at->kind == TD_N_UNARY && at->op == TD_O_ADDRESS && td_node(program, node + 1)->kind == TD_N_FIELD)
		return list_walk(self, node + 2, scope);
	return at->kind == TD_N_REF ? list_walk(self, node, scope) : say(TD_UNBOUNDED, NULL, NULL);
}

/* while ((job = next())) asks about what is assigned. */
static struct td_opinion walk_of_value(struct td_check *self, uint32_t value, const struct td_scope *scope)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, value);

	if (at->kind == TD_N_CALL && is_walker(td_text(program, at->spelling)))
		return say(TD_BOUNDED, "walk", td_format("%s comes to an end", td_text(program, at->spelling)));
	if (at->kind == TD_N_SUBSCRIPT || (at->kind == TD_N_UNARY && at->op == TD_O_DEREF))
		return array_walk(self, value, scope);
	return walk_of(self, value, scope);
}

struct td_opinion td_pattern_walk(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = comparison->scope;
	uint32_t node = comparison->left, resolved;
	struct td_opinion opinion = { 0 };

	if (comparison->op != TD_O_NE)
		return opinion;
	if (td_node(program, node)->kind == TD_N_ASSIGN && td_node(program, node)->op == TD_O_NONE) {
		opinion = walk_of_value(self, td_child(program, node, 1), scope);
		node = td_child(program, node, 0);
	} else if (is_null(program, comparison->right) && (td_node(program, node)->kind == TD_N_SUBSCRIPT ||
		   (td_node(program, node)->kind == TD_N_UNARY && td_node(program, node)->op == TD_O_DEREF))) {
		opinion = array_walk(self, node, scope);
		return opinion.verdict || td_node(program, node)->kind == TD_N_SUBSCRIPT ? opinion
											 : pointer_walk(self, node, scope);
	}
	if (opinion.verdict || !is_end(program, comparison->right))
		return opinion;
	free(opinion.why);
	opinion = walk_of(self, node, scope);
	resolved = td_resolve(self, node, &scope);
	if (opinion.verdict || resolved == node)
		return opinion;
	free(opinion.why);
	return walk_of(self, resolved, scope);
}

struct td_opinion td_pattern_range(struct td_check *self)
{
	uint32_t range;
	struct td_container container;

	if (self->loop.kind != TD_LOOP_STATEMENT || td_node(self->program, self->loop.node)->kind != TD_N_RANGE)
		return say(TD_UNBOUNDED, NULL, NULL);
	range = td_child(self->program, self->loop.node, 1);
	container = td_container_of(self, range, &self->scopes[self->level]);
	if (container.added)
		return say(TD_UNBOUNDED, NULL, td_strdup("the loop adds to the container that it walks along"));
	return say(TD_BOUNDED, "walk", td_strdup("it walks along a container that the loop does not extend"));
}
