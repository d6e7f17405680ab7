/* Threads of different classes: all are started by one method and begin with one function, which calls a method of the object that each
 * class has its own of.
 *
 *   class thread { void start() { create(run, this); }  static void run(thread *self) { self->action(); }  virtual void action() = 0; };
 *   class player : thread { void action() { reader.start(); } };        class reader : thread { void action() { read(); } };
 *
 * A circle in which a player starts a thread is none if no thread that it starts is a player, or comes to start one in turn.  Which
 * class is started is known by the object that start() is called for; where that is not enough, it may be any.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

struct classes {
	const struct td_program *program;
	uint32_t start;              /* the function that creates, called for an object */
	uint32_t method;             /* the name of what the first function of a thread calls for its object */
	struct td_set actions;       /* the methods that may run in threads which are started */
	bool any;                    /* it is not known which */
};

/* The object that a method was called for: "this", written or not. */
static bool is_this(const struct td_program *program, uint32_t node)
{
	enum td_node_kind kind = td_node(program, node)->kind;

	return kind == TD_N_NONE || kind == TD_N_OTHER;
}

/* "jack::driver *", "jack::driver::start": how long "jack::driver" is. */
static size_t class_of_type(const char **type)
{
	if (!strncmp(*type, "const ", 6))
		*type += 6;
	return strcspn(*type, " *&");
}

static size_t class_of_method(const char *spelling)
{
	const char *own = td_short_name(spelling);

	return own > spelling + 2 ? (size_t)(own - spelling) - 2 : 0;
}

/* The class that a call of `start` starts a thread of. */
static const char *class_started(const struct td_program *program, uint32_t call, size_t *length)
{
	uint32_t object = td_child(program, call, 0);
	const char *text;

	if (is_this(program, object)) {
		text = td_text(program, td_function_of(program, call)->spelling);
		*length = class_of_method(text);
	} else {
		text = td_text(program, td_node(program, object)->type);
		*length = class_of_type(&text);
	}
	return text;
}

/* Is this the method `called`, or one that overrides it, of just this class? */
static bool is_action_of(const struct classes *self, uint32_t function, const char *name, size_t length)
{
	const char *spelling = td_text(self->program, self->program->all.functions.items[function].spelling);

	return class_of_method(spelling) == length && !strncmp(spelling, name, length) &&
	       !strcmp(td_short_name(spelling), td_short_name(td_text(self->program, self->method)));
}

static void add_action(struct classes *self, uint32_t function);

/* Whatever is called in place of the method, where the object may be of a class that is derived. */
static void add_overriders(struct classes *self, uint32_t function)
{
	size_t count;
	const struct td_use *uses = td_uses_of(&self->program->overriders, self->program->all.functions.items[function].name, &count);

	for (size_t i = 0; i < count; i++)
		add_action(self, uses[i].node);
}

static void add_started(struct classes *self, uint32_t call)
{
	const struct td_program *program = self->program;
	size_t length;
	const char *name = class_started(program, call, &length);
	bool any = false;

	for (uint32_t i = 1; i < program->all.functions.count && length; i++)
		if (is_action_of(self, i, name, length)) {
			add_action(self, i);
			any = true;
		}
	self->any |= !any;
}

/* All threads that the function, or what it calls, starts. */
static void add_starts_of(struct classes *self, uint32_t number)
{
	const struct td_program *program = self->program;
	const struct td_function *function = &program->all.functions.items[number];
	size_t count;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[self->start].name, &count);
	struct td_set reached;

	td_set_make(&reached, program);
	td_set_add(&reached, number);
	td_reach_from(program, function->first, function->first + function->count, &reached);
	for (size_t i = 0; i < count && !self->any; i++)
		if (td_set_has(&reached, td_node(program, calls[i].node)->function))
			add_started(self, calls[i].node);
	td_set_free(&reached);
}

static void add_action(struct classes *self, uint32_t function)
{
	if (self->any || !td_set_add(&self->actions, function))
		return;
	add_overriders(self, function);
	add_starts_of(self, function);
}

/* The creation gives the thread the object that the method was called for. */
static bool gives_object(const struct td_program *program, uint32_t creation)
{
	uint32_t given = td_argument(program, creation, 0);

	return given && is_this(program, td_without_address(program, given)) && td_node(program, given)->end <= given + 2;
}

/* The level at which the first function of the thread calls a method of what it was given; 0: there is none. */
static size_t level_of_dispatch(const struct td_check *self)
{
	const struct td_program *program = self->program;
	size_t level = self->level - 1;
	uint32_t call = level ? self->sites[level] : 0, object = call ? call + 1 : 0;

	if (level < 2 || td_node(program, call)->kind != TD_N_CALL || !(td_node(program, call)->flags & TD_F_METHOD) ||
	    td_node(program, call)->flags & TD_F_EXACT || td_node(program, object)->kind != TD_N_REF ||
	    td_parameter_number(program, self->scopes[level].function, td_node(program, object)->name) != 0)
		return 0;
	return level;
}

static bool is_circle_of_objects(const struct td_check *self)
{
	const struct td_program *program = self->program;
	uint32_t start = self->level ? self->sites[1] : 0;

	return self->loop.kind == TD_LOOP_THREADS && self->loop.inner == 0 && self->level > 2 &&
	       self->sites[self->level] == self->sites[0] && gives_object(program, self->sites[0]) &&
	       td_node(program, start)->kind == TD_N_CALL && td_node(program, start)->flags & TD_F_METHOD && level_of_dispatch(self);
}

struct td_opinion td_pattern_classes(struct td_check *self)
{
	struct classes classes = { .program = self->program, .start = self->scopes[0].function };
	struct td_opinion opinion = { 0 };
	size_t level;

	if (!is_circle_of_objects(self))
		return opinion;
	level = level_of_dispatch(self);
	classes.method = td_node(self->program, self->sites[level])->spelling;
	td_set_make(&classes.actions, self->program);
	add_started(&classes, self->sites[1]);
	if (!classes.any && !td_set_has(&classes.actions, self->scopes[level - 1].function))
		opinion = (struct td_opinion){ TD_BOUNDED, "kind",
					       td_strdup("it starts threads of other classes, and none of those starts one of its own") };
	td_set_free(&classes.actions);
	return opinion;
}
