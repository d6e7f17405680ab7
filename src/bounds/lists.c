/* Which list it is.  Where a list is a struct of its own, with functions for all lists of the kind, the links of all elements have
 * one name, and what is added to one list seems to be added to all:
 *
 *   for (job = server->jobs.head.next; job->next; job = job->next)
 *           note(&server->done, job);                               calls list_add(list, node): list->tail.prev->next = node
 *
 * Two lists are told apart if each is part of something (a field, a variable, an element of an array, not behind a pointer that is
 * kept) and these have different names.  A list that was made for a variable which has no other (fresh.c) is followed instead to
 * wherever it is handed over (holders.h).  The list that is walked along is found where the walk begins, the other one where the
 * element is linked in; parameters are followed to all who call.  An element is in one list by the same link at a time. */
#include "check.h"
#include "holders.h"

#include <string.h>

enum { MOST_LISTS = 32, MOST_CALLERS = 6, MOST_STEPS = 12 };

/* The lists that an expression may mean. */
struct lists {
	uint32_t names[MOST_LISTS];
	size_t count;
	uint32_t type;       /* of all lists of the kind */
	bool is_unknown;
	bool is_in_loop;     /* only calls inside the loop count */
	bool are_pointers;   /* the names are those of variables that point to lists of their own */
};

static void collect(struct td_check *self, struct lists *lists, uint32_t node, unsigned callers);

/* "struct list" of "const struct list *" and "struct list[4]". */
static size_t bare(const char **type)
{
	size_t length;

	if (!strncmp(*type, "const ", 6))
		*type += 6;
	length = strcspn(*type, "*[");
	while (length && (*type)[length - 1] == ' ')
		length--;
	return length;
}

static bool are_alike(const struct td_program *program, uint32_t a, uint32_t b)
{
	const char *left = td_text(program, a), *right = td_text(program, b);
	size_t size_left = bare(&left), size_right = bare(&right);

	return size_left && size_left == size_right && !strncmp(left, right, size_left);
}

static bool is_named(const struct td_program *program, uint32_t node)
{
	return td_node(program, node)->kind == TD_N_REF || td_node(program, node)->kind == TD_N_FIELD;
}

/* The one value that a local variable ever has. */
static uint32_t only_value(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);
	uint32_t value = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, at->name, &count);

	if (at->kind != TD_N_REF || !(at->flags & TD_F_LOCAL) || at->flags & TD_F_PARAMETER)
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (writes[i].through)
			continue;
		if (value || writes[i].change != TD_CHANGE_SET)
			return 0;
		value = writes[i].value;
	}
	return value;
}

/* What the object belongs to, or was fetched from; 0 at the end. */
static uint32_t owner(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	if (at->kind == TD_N_FIELD || at->kind == TD_N_SUBSCRIPT ||
	    (at->kind == TD_N_UNARY && (at->op == TD_O_DEREF || at->op == TD_O_ADDRESS)))
		return node + 1;
	return only_value(program, node);
}

static void add(struct lists *lists, uint32_t name)
{
	for (size_t i = 0; i < lists->count; i++)
		if (lists->names[i] == name)
			return;
	if (lists->count == MOST_LISTS || !name)
		lists->is_unknown = true;
	else
		lists->names[lists->count++] = name;
}

/* The list itself, not something that begins with one, and no array of pointers to lists. */
static bool is_list(const struct td_program *program, const struct lists *lists, uint32_t node)
{
	uint32_t type = td_node(program, node)->type;

	return are_alike(program, type, lists->type) && !strchr(td_text(program, type), '*');
}

/* A variable of the whole program that points to a list of its own. */
static bool is_only_pointer(const struct td_program *program, const struct lists *lists, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return at->kind == TD_N_REF && at->flags & TD_F_GLOBAL && at->flags & TD_F_POINTER && are_alike(program, at->type, lists->type) &&
	       td_is_always_fresh(program, at->name);
}

static void collect_given(struct td_check *self, struct lists *lists, uint32_t parameter, unsigned callers)
{
	const struct td_program *program = self->program;
	struct td_givers givers = td_givers_of(program, td_node(program, parameter)->function, td_node(program, parameter)->name);

	lists->is_unknown |= givers.number < 0 || !callers || (!givers.count && !lists->is_in_loop);
	for (size_t i = 0; i < givers.count && !lists->is_unknown; i++) {
		uint32_t call = givers.calls[i].node, argument = td_argument(program, call, (unsigned)givers.number);

		if (lists->is_in_loop && !td_is_in_loop(self, call))
			continue;
		if (argument)
			collect(self, lists, argument, callers - 1);
		else
			lists->is_unknown = true;
	}
}

static void collect_copied(struct td_check *self, struct lists *lists, uint32_t local, unsigned callers)
{
	size_t count;
	const struct td_write *writes = td_writes_of(self->program, td_node(self->program, local)->name, &count);

	lists->is_unknown |= !count || !callers;
	for (size_t i = 0; i < count && !lists->is_unknown; i++) {
		if (writes[i].change == TD_CHANGE_SET && !writes[i].through && writes[i].value)
			collect(self, lists, writes[i].value, callers - 1);
		else
			lists->is_unknown = true;
	}
}

static void collect(struct td_check *self, struct lists *lists, uint32_t node, unsigned callers)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	while ((at->kind == TD_N_UNARY && (at->op == TD_O_DEREF || at->op == TD_O_ADDRESS)) || at->kind == TD_N_SUBSCRIPT)
		at = td_node(program, ++node);
	if (is_named(program, node) && is_list(program, lists, node)) {
		add(lists, at->name);
		lists->is_unknown |= lists->are_pointers;
	} else if (!lists->is_in_loop && (lists->are_pointers || !lists->count) && is_only_pointer(program, lists, node)) {
		add(lists, at->name);
		lists->are_pointers = true;
	} else if (at->kind == TD_N_REF && at->flags & TD_F_POINTER && at->flags & TD_F_PARAMETER)
		collect_given(self, lists, node, callers);
	else if (at->kind == TD_N_REF && at->flags & TD_F_POINTER && at->flags & TD_F_LOCAL)
		collect_copied(self, lists, node, callers);
	else
		lists->is_unknown = true;
}

/* The first of this type in an expression: the list that first_of(&list), list->head.next begin with. */
static uint32_t list_in(const struct td_program *program, uint32_t expression, uint32_t type)
{
	for (uint32_t i = expression; i < td_node(program, expression)->end; i++)
		if (is_named(program, i) && are_alike(program, td_node(program, i)->type, type))
			return i;
	return 0;
}

/* The lists that the variable's walk may begin with. */
static struct lists walked(struct td_check *self, uint32_t variable, uint32_t type)
{
	const struct td_program *program = self->program;
	struct lists lists = { .type = type };
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, variable)->name, &count);

	for (size_t i = 0; i < count && !lists.is_unknown; i++) {
		uint32_t value = writes[i].value, list;

		if (writes[i].through || (writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		while (value && owner(program, value) && td_node(program, value)->name != td_node(program, variable)->name)
			value = owner(program, value);
		if (value && td_node(program, value)->name == td_node(program, variable)->name)
			continue; /* it goes along another loop before */
		list = writes[i].value ? list_in(program, writes[i].value, type) : 0;
		if (list)
			collect(self, &lists, list, MOST_CALLERS);
		else
			lists.is_unknown = true;
	}
	return lists;
}

static bool have_common(const struct lists *a, const struct lists *b)
{
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			if (a->names[i] == b->names[j])
				return true;
	return a->is_unknown || b->is_unknown || !a->count;
}

static bool is_call_in_loop(const void *check, uint32_t call)
{
	return td_is_in_loop(check, call);
}

/* None of the lists that the variables have is handed to the function's variable by calls inside the loop. */
static bool is_never_handed(struct td_check *self, const struct lists *own, uint32_t variable)
{
	if (td_node(self->program, variable)->kind != TD_N_REF || !(td_node(self->program, variable)->flags & TD_F_LOCAL))
		return false;
	for (size_t i = 0; i < own->count; i++)
		if (td_value_comes_to(self->program, own->names[i], td_node(self->program, variable)->name, is_call_in_loop, self))
			return false;
	return true;
}

/* The object belongs to a list, or is a part of one, that is another than the variable's. */
static bool is_of_other_list(struct td_check *self, uint32_t object, uint32_t element_type, uint32_t variable)
{
	const struct td_program *program = self->program;

	for (unsigned step = 0; object && step < MOST_STEPS; step++, object = owner(program, object)) {
		struct lists own, other = { .type = td_node(program, object)->type, .is_in_loop = true };

		if (!is_named(program, object) || are_alike(program, td_node(program, object)->type, element_type))
			continue;
		own = walked(self, variable, td_node(program, object)->type);
		if (own.is_unknown)
			continue;
		if (own.are_pointers)
			return is_never_handed(self, &own, object);
		collect(self, &other, object, MOST_CALLERS);
		return !have_common(&own, &other);
	}
	return false;
}

/* before = node->prev; behind = node->next; before->next = behind: the same element's neighbours. */
static bool takes_out(const struct td_program *program, uint32_t to, uint32_t value)
{
	uint32_t before = only_value(program, to + 1), behind = only_value(program, value);

	before = before ? before : to + 1;
	return behind && td_node(program, behind)->kind == TD_N_FIELD && td_node(program, before)->kind == TD_N_FIELD &&
	       td_node(program, behind)->name == td_node(program, to)->name &&
	       td_node(program, before)->name != td_node(program, behind)->name && td_node(program, before + 1)->kind == TD_N_REF &&
	       td_node(program, before + 1)->name == td_node(program, behind + 1)->name;
}

bool td_is_other_list(struct td_check *self, uint32_t write, uint32_t variable)
{
	const struct td_program *program = self->program;
	uint32_t to = write + 1, value = td_child(program, write, 1), end;

	if (td_node(program, write)->kind != TD_N_ASSIGN || td_node(program, to)->kind != TD_N_FIELD)
		return false;
	if (takes_out(program, to, value))
		return true;
	if (!is_named(program, to + 1))
		return false;
	if (is_of_other_list(self, to + 1, td_node(program, to + 1)->type, variable))
		return true;
	/* node->next = &list->tail: it is the last of that list */
	end = only_value(program, value);
	end = end ? end : value;
	return td_without_address(program, end) != end &&
	       is_of_other_list(self, end + 1, td_node(program, to + 1)->type, variable);
}
