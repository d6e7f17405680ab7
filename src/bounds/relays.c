/* Threads along a list, each of which starts the next one as the last thing that it does: there is one at a time.
 *
 *   work(job) { ...; if (job->next) create(work, job->next); free(job); }
 *
 * On the way from the thread's first function to the creation nothing is done again and again, and nothing that takes
 * time comes behind: what is called there, and whatever that calls, has no loops, and of what is outside only those
 * that are known.  A list that is not added to is a matter of walks.c.  Where the next thread is given something from
 * elsewhere, it goes on for ever, and then it counts that threads may be slow to end.
 */
#include "check.h"

#include "paths.h"

static bool is_short(const char *name)
{
	static const char *const functions[] = { "free",
						 "operator delete",
						 "close",
						 "fflush",
						 "fprintf",
						 "printf",
						 "perror",
						 "strerror",
						 "memset",
						 "sem_post",
						 "pthread_detach",
						 "pthread_self",
						 "pthread_exit",
						 "pthread_mutex_lock",
						 "pthread_mutex_unlock",
						 "pthread_mutex_destroy",
						 "pthread_cond_signal",
						 "pthread_cond_broadcast",
						 "pthread_cond_destroy",
						 NULL };

	return td_is_one_of(name, functions);
}

static bool is_loop(const struct td_program *program, uint32_t node)
{
	enum td_node_kind kind = td_node(program, node)->kind;
	uint32_t condition = kind == TD_N_DO ? td_child(program, node, 1) : 0;

	if (condition && td_node(program, condition)->kind == TD_N_LITERAL && !td_node(program, condition)->value)
		return false;
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE || kind == TD_N_LABEL;
}

/* What this node does by itself is soon done; whom it calls is asked for itself. */
static bool takes_time(const struct td_program *program, uint32_t node)
{
	size_t count;

	if (td_node(program, node)->kind != TD_N_CALL)
		return is_loop(program, node);
	td_uses_of(&program->functions, td_node(program, node)->name, &count);
	return (!count || !td_node(program, node)->name) && !is_short(td_text(program, td_node(program, node)->spelling));
}

static bool takes_time_inside(const struct td_program *program, uint32_t call)
{
	struct td_set reached;
	bool takes = takes_time(program, call);

	td_set_make(&reached, program);
	td_reach_from(program, call, call + 1, &reached);
	for (uint32_t i = 0; i < program->all.functions.count && !takes; i++) {
		const struct td_function *function = &program->all.functions.items[i];

		for (uint32_t node = function->first; td_set_has(&reached, i) && node < function->first + function->count; node++)
			takes |= takes_time(program, node);
	}
	td_set_free(&reached);
	return takes;
}

bool td_is_last_work(const struct td_program *program, uint32_t site)
{
	const struct td_function *function = td_function_of(program, site);

	for (uint32_t at = site; (at = td_parent(program, at));)
		if (is_loop(program, at))
			return false;
	for (uint32_t i = td_node(program, site)->end; i < function->first + function->count; i++)
		if ((td_node(program, i)->kind == TD_N_CALL || is_loop(program, i)) && td_reaches(program, site, i) &&
		    takes_time_inside(program, i))
			return false;
	return true;
}

/* What std::async and std::jthread make is waited for at the end of its block. */
static bool is_waited_for(const struct td_program *program, uint32_t creation)
{
	static const char *const functions[] = { "std::async", "std::jthread::jthread", NULL };

	return td_is_one_of(td_text(program, td_node(program, creation)->spelling), functions);
}

/* The next thread is given what a field of this one's object points to. */
static bool hands_next(struct td_check *self)
{
	const struct td_program *program = self->program;
	const struct td_scope *scope = &self->scopes[0];
	uint32_t given = td_resolve(self, td_argument(program, self->sites[0], 0), &scope), object;
	const struct td_node *from;

	if (!given || td_node(program, given)->kind != TD_N_FIELD)
		return false;
	object = td_resolve(self, given + 1, &scope);
	from = td_node(program, object);
	return scope == &self->scopes[self->level] && ((from->kind == TD_N_REF && from->flags & TD_F_PARAMETER) ||
						       (from->kind == TD_N_FIELD && from->name == td_node(program, given)->name));
}

struct td_opinion td_pattern_relay(struct td_check *self)
{
	if (self->loop.kind != TD_LOOP_THREADS || is_waited_for(self->program, self->sites[0]) || !hands_next(self))
		return (struct td_opinion){ 0 };
	for (size_t level = 0; level < self->level; level++)
		if (!td_is_last_work(self->program, self->sites[level]))
			return (struct td_opinion){ 0 };
	return (struct td_opinion){ TD_ALIVE, "relay",
				    td_strdup("each thread starts the next one of a list as the last thing that it does") };
}
