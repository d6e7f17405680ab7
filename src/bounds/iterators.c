/* Iterators (pattern 2): an object of its own goes along something, a function takes it on, and a question about it ends the loop.
 *
 *   for (it = zones_begin(zones); !it_finished(it); it_next(it))        while (value.code == OK) { ...; value_next(&value); }
 *
 * A name is not enough: next_client(&listener) goes on as long as clients connect.  If its source is there, the
 * function that takes the iterator on must neither wait for another thread nor ask the system for input; if it is not,
 * it must be called an iterator's.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static struct td_opinion say(enum td_bound verdict, const char *pattern, char *why)
{
	return (struct td_opinion){ verdict, pattern, why };
}

static bool is_input(const char *name)
{
	static const char *const functions[] = { "accept",	"accept4",  "recv",	   "recvfrom", "recvmsg",  "recvmmsg",
						 "read",	"readv",    "poll",	   "ppoll",    "select",   "pselect",
						 "fread",	"fgets",    "fgetc",	   "getc",     "getchar",  "getline",
						 "fscanf",	"scanf",    "epoll_wait",  "sigwait",  "sem_wait", "msgrcv",
						 "mq_receive",	"cnd_wait", "epoll_pwait", "sigwaitinfo",
						 "pthread_cond_wait", NULL };

	return td_is_one_of(name, functions);
}

static bool takes_input(const struct td_program *program, uint32_t function)
{
	const struct td_function *in = &program->all.functions.items[function];

	for (uint32_t i = in->first; i < in->first + in->count; i++)
		if (td_node(program, i)->kind == TD_N_CALL && is_input(td_text(program, td_node(program, i)->spelling)))
			return true;
	return false;
}

/* Its source tells what it does; without one, its name must. */
static bool comes_to_an_end(const struct td_program *program, uint32_t call)
{
	static const char *const words[] = { "iter", "it", "iterator", "cursor", NULL };
	const char *name = td_short_name(td_text(program, td_node(program, call)->spelling));
	struct td_set reached;
	bool ends = true;
	size_t count;

	td_uses_of(&program->functions, td_node(program, call)->name, &count);
	if (!count)
		return td_has_word(name, words);
	td_set_make(&reached, program);
	td_reach_from(program, call, td_node(program, call)->end, &reached);
	for (uint32_t i = 1; i < program->all.functions.count && ends; i++)
		ends = !td_set_has(&reached, i) || !takes_input(program, i);
	td_set_free(&reached);
	return ends;
}

static uint32_t given(const struct td_program *program, uint32_t call, uint32_t name)
{
	for (unsigned i = 1; td_child(program, call, i); i++) {
		uint32_t argument = td_without_address(program, td_child(program, call, i));

		if (td_node(program, argument)->kind == TD_N_REF && td_node(program, argument)->name == name)
			return argument;
	}
	return 0;
}

/* The local variable that is asked about: it.code, it->code, it_finished(it), it_finished(&it). */
static uint32_t iterator_of(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_CALL && !(at->flags & TD_F_METHOD) && td_child(program, node, 1) && !td_child(program, node, 2))
		node = td_without_address(program, td_child(program, node, 1));
	else if (at->kind == TD_N_FIELD)
		node++;
	else
		return 0;
	return td_node(program, node)->kind == TD_N_REF && td_node(program, node)->flags & TD_F_LOCAL ? node : 0;
}

/* The call that takes the iterator on, in every round that creates. */
static uint32_t step_of(struct td_check *self, uint32_t name)
{
	static const char *const words[] = { "next", "advance", "forward", NULL };
	const struct td_program *program = self->program;

	for (uint32_t i = self->loop.first; i < self->loop.last; i++)
		if (td_node(program, i)->kind == TD_N_CALL && given(program, i, name) &&
		    td_has_word(td_short_name(td_text(program, td_node(program, i)->spelling)), words) && td_accompanies(self, i))
			return i;
	return 0;
}

/* The loop makes what the iterator goes along longer: what its first value was made of is added to. */
static bool is_source_extended(struct td_check *self, uint32_t value)
{
	const struct td_program *program = self->program;

	if (td_node(program, value)->kind != TD_N_CALL)
		return false;
	for (unsigned i = 1; td_child(program, value, i); i++)
		if (td_container_of(self, td_child(program, value, i), &self->scopes[self->level]).added)
			return true;
	return false;
}

/* Set anew in the loop, or going along what the loop extends. */
static bool is_renewed(struct td_check *self, uint32_t name)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, name, &count);

	for (size_t i = 0; i < count; i++) {
		bool is_set = writes[i].change == TD_CHANGE_SET && !writes[i].through;

		if (is_set && td_is_written_in_loop(self, &writes[i]))
			return true;
		if (is_set && writes[i].value && is_source_extended(self, writes[i].value))
			return true;
	}
	return false;
}

/* What made it, or what it is, is called an iterator: a queue that is asked for its next element may be filled meanwhile. */
static bool is_called_iterator(const struct td_program *program, uint32_t iterator)
{
	static const char *const words[] = { "iter", "it", "iterator", "cursor", NULL };
	const struct td_node *at = td_node(program, iterator);
	size_t count;
	const struct td_write *writes = td_writes_of(program, at->name, &count);

	for (size_t i = 0; i < count; i++) {
		const struct td_node *value = td_node(program, writes[i].value);

		if (writes[i].change == TD_CHANGE_SET && value->kind == TD_N_CALL &&
		    td_has_word(td_short_name(td_text(program, value->spelling)), words))
			return true;
	}
	return strcasestr(td_text(program, at->type), "iterator") != NULL;
}

/* while ((host = host_next(iterator))) */
static uint32_t iterator_stepped(const struct td_program *program, uint32_t call)
{
	static const char *const words[] = { "next", NULL };
	uint32_t argument = td_node(program, call)->kind == TD_N_CALL ? td_child(program, call, 1) : 0;

	argument = argument ? td_without_address(program, argument) : 0;
	return argument && td_node(program, argument)->kind == TD_N_REF && td_node(program, argument)->flags & TD_F_LOCAL &&
	       td_has_word(td_short_name(td_text(program, td_node(program, call)->spelling)), words) &&
	       is_called_iterator(program, argument) ? argument : 0;
}

static struct td_opinion by_value(struct td_check *self, uint32_t call, uint32_t iterator)
{
	const struct td_program *program = self->program;

	if (!comes_to_an_end(program, call) || !td_accompanies(self, call))
		return say(TD_UNBOUNDED, NULL, NULL);
	if (is_renewed(self, td_node(program, iterator)->name))
		return say(TD_UNBOUNDED, NULL, td_strdup("the loop adds to what it walks along, or begins again"));
	return say(TD_BOUNDED, "walk",
		   td_format("%s goes along something that has an end", td_text(program, td_node(program, iterator)->spelling)));
}

struct td_opinion td_pattern_iterator(struct td_check *self, const struct td_comparison *comparison)
{
	const struct td_program *program = self->program;
	uint32_t node = iterator_of(program, comparison->left), name = node ? td_node(program, node)->name : 0, step;
	uint32_t call = td_node(program, comparison->left)->kind == TD_N_ASSIGN ? td_child(program, comparison->left, 1)
										 : comparison->left;
	uint32_t stepped = iterator_stepped(program, call);

	if (stepped && comparison->op == TD_O_NE && comparison->scope == &self->scopes[self->level])
		return by_value(self, call, stepped);
	if (!node || comparison->scope != &self->scopes[self->level])
		return say(TD_UNBOUNDED, NULL, NULL);
	step = step_of(self, name);
	if (!step || !comes_to_an_end(program, step))
		return say(TD_UNBOUNDED, NULL, NULL);
	if (is_renewed(self, name))
		return say(TD_UNBOUNDED, NULL, td_strdup("the loop adds to what it walks along, or begins again"));
	return say(TD_BOUNDED, "walk",
		   td_format("%s goes along something that has an end", td_text(program, td_node(program, node)->spelling)));
}
