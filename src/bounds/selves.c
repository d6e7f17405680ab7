/* Whose method it is.  A flag that all classes inherit is set back by a method that they inherit as well, each in its own object:
 *
 *   class thread { bool active; void start() { if (!active) { active = true; create(run, this); } }  void cancel() { active = false; } };
 *   class writer : thread {} writer;      class reader : thread { ~reader() { cancel(); } };
 *
 *   for (;;) { writer.start(); ... delete some_reader; }
 *
 * The asked object is a variable of the whole program, so that its class is just the one that it has been declared with, or a pointer to
 * one that is made once (made_once.c), with the class that it was made as.
 * A method of a class that is neither that nor one of its bases is never run for it; nor is a constructor or destructor in a loop, nor a
 * method that is called for another variable or member.  All that comes to call the method in the loop must be of that kind.
 */
#include "bases.h"
#include "check.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

struct self {
	struct td_check *check;
	uint32_t variable;       /* the name of the object */
	char *class;
	struct td_set asked;     /* methods */
};

/* "this", written or not: the one expression of no other kind that has four letters and no parts. */
static bool is_this(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_NONE || (at->kind == TD_N_OTHER && at->end == node + 1 && at->size == 4);
}

/* "const jack::list<int> *": "jack::list". */
static char *class_of_type(const char *type)
{
	if (!strncmp(type, "const ", 6))
		type += 6;
	return td_format("%.*s", (int)strcspn(type, " *&<"), type);
}

/* "jack::driver::start": "jack::driver"; NULL: it is no method. */
static char *class_of_method(const char *spelling)
{
	const char *own = td_short_name(spelling);

	return own >= spelling + 2 ? td_format("%.*s", (int)(own - spelling) - 2, spelling) : NULL;
}

/* It is an object of its own, and no pointer or reference to one. */
static bool is_object(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return (at->kind == TD_N_REF || at->kind == TD_N_FIELD) && !(at->flags & (TD_F_POINTER | TD_F_REFERENCE));
}

static bool may_be_class(const struct self *self, char *class)
{
	bool may = !class || td_may_be_used_as(self->check->program, self->class, class);

	free(class);
	return may;
}

static bool may_be_run_for(struct self *self, uint32_t function);

static bool may_be_called_for(struct self *self, uint32_t call)
{
	const struct td_program *program = self->check->program;
	uint32_t object = call + 1;

	if (td_node(program, call)->kind != TD_N_CALL || !(td_node(program, call)->flags & TD_F_METHOD))
		return true;
	if (is_this(program, object))
		return may_be_run_for(self, td_node(program, call)->function);
	if (is_object(program, object))
		return td_node(program, object)->kind == TD_N_REF && td_node(program, object)->name == self->variable;
	return !td_node(program, object)->type || may_be_class(self, class_of_type(td_text(program, td_node(program, object)->type)));
}

/* The method may be run for the object, in the loop. */
static bool may_be_run_for(struct self *self, uint32_t function)
{
	const struct td_program *program = self->check->program;
	const char *spelling = td_text(program, program->all.functions.items[function].spelling), *own = td_short_name(spelling);
	char *class = class_of_method(spelling);
	bool makes = class && (*own == '~' || !strcmp(own, td_short_name(class))), may = false;
	struct td_callers callers;

	if (makes || !may_be_class(self, class) || !td_set_add(&self->asked, function)) {
		if (makes)
			free(class);
		return false;
	}
	callers = td_callers_of(program, function);
	for (size_t i = 0; i < callers.count && !may; i++)
		may = td_is_in_loop(self->check, callers.items[i].site) && may_be_called_for(self, callers.items[i].site);
	free(callers.items);
	return may;
}

/* The variable that the method of the scope is run for: writer in writer.start(), where start() asks for active.  0: none. */
static uint32_t object_of(struct td_check *check, const struct td_scope *scope)
{
	const struct td_program *program = check->program;

	for (; scope->caller; scope = scope->caller) {
		uint32_t object = scope->call + 1;

		if (td_node(program, scope->call)->kind != TD_N_CALL || !(td_node(program, scope->call)->flags & TD_F_METHOD))
			return 0;
		if (!is_this(program, object))
			return td_node(program, object)->kind == TD_N_REF && td_node(program, object)->flags & TD_F_GLOBAL &&
			       (is_object(program, object) || td_made_once(check, object)) ? object : 0;
	}
	return 0;
}

bool td_is_other_self(struct td_check *check, uint32_t write, uint32_t asked, const struct td_scope *scope)
{
	const struct td_program *program = check->program;
	uint32_t object = td_node(program, asked)->kind == TD_N_FIELD && is_this(program, asked + 1) ? object_of(check, scope) : 0;
	struct self self = { .check = check };
	uint32_t made;
	bool is_other;

	if (!object || td_node(program, write)->kind != TD_N_ASSIGN || td_node(program, write + 1)->kind != TD_N_FIELD ||
	    !is_this(program, write + 2))
		return false;
	self.variable = td_node(program, object)->name;
	made = td_made_once(check, object);
	self.class = class_of_type(td_text(program, td_node(program, made ? made : object)->type));
	td_set_make(&self.asked, program);
	is_other = !may_be_run_for(&self, td_node(program, write)->function);
	td_set_free(&self.asked);
	free(self.class);
	return is_other;
}
