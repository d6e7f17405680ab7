/* Rings: lists whose head is an element like the others, as in
 *
 *   struct link { struct link *next, *prev; };
 *   for (at = servers.next; at != &servers; at = at->next)
 *           link_before(&clients, &client->chain);
 *
 * All elements of all rings have the same links.  Two rings are told apart by who is ever linked to whom: the heads and
 * members that stand together in a link, or in a call of a function that links what it is given, are of one ring; an
 * element that comes out of something which is not followed may be of any.  What is linked in the loop is found where
 * the links are written, and, through parameters, where the calls in the loop hand it over.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 16, MOST_CALLERS = 8 };

/* Names that are of one ring have one root; 0 stands for what is not followed. */
struct rings {
	const struct td_program *program;
	const char *type;                                         /* of an element, "struct link" */
	struct { struct td_use *items; size_t count, room; } of;  /* name: root */
	uint32_t *anchors;                                        /* by function: a name that its parameters are linked to */
	bool *links;                                              /* by function: it links what it is given */
	bool is_changed;
};

/* A set of names that an expression may mean: all are united with the first. */
struct meaning {
	uint32_t first;
	bool any, is_parameter;
	uint32_t copies[MOST_COPIES]; /* writes to local variables that have been looked at */
	size_t copy_count;
};

static uint32_t *slot(struct rings *self, uint32_t name)
{
	for (size_t i = 0; i < self->of.count; i++)
		if (self->of.items[i].name == name)
			return &self->of.items[i].node;
	TD_PUSH(&self->of, ((struct td_use){ name, name }));
	return &self->of.items[self->of.count - 1].node;
}

static uint32_t root(struct rings *self, uint32_t name)
{
	while (*slot(self, name) != name)
		name = *slot(self, name);
	return name;
}

static void unite(struct rings *self, uint32_t a, uint32_t b)
{
	uint32_t left = root(self, a), right = root(self, b);

	if (left == right)
		return;
	*slot(self, left > right ? left : right) = left > right ? right : left;
	self->is_changed = true;
}

static bool is_element(const struct rings *self, uint32_t node, bool is_pointer)
{
	const char *type = td_text(self->program, td_node(self->program, node)->type);
	size_t length = strlen(self->type);

	if (!strncmp(type, "const ", 6))
		type += 6;
	if (strncmp(type, self->type, length))
		return false;
	return is_pointer ? !strcmp(type + length, " *") : !type[length] || type[length] == '[';
}

/* A field of an element that points to another one. */
static bool is_link(const struct rings *self, uint32_t node)
{
	const struct td_node *at = td_node(self->program, node);
	const char *field = td_text(self->program, at->spelling), *tag = strrchr(self->type, ' ');

	tag = tag ? tag + 1 : self->type;
	return at->kind == TD_N_FIELD && is_element(self, node, true) && !strncmp(field, tag, strlen(tag)) &&
	       !strncmp(field + strlen(tag), "::", 2);
}

/* What has just been made is in no ring yet. */
static bool is_nothing(const struct rings *self, uint32_t node)
{
	static const char *const functions[] = { "malloc", "calloc", NULL };
	const struct td_node *at = td_node(self->program, node);

	return at->kind == TD_N_LITERAL ||
	       (at->kind == TD_N_CALL && td_is_one_of(td_text(self->program, at->spelling), functions));
}

static void mean(struct rings *self, struct meaning *meaning, uint32_t name)
{
	if (meaning->any)
		unite(self, meaning->first, name);
	else
		meaning->first = name;
	meaning->any = true;
}

static void find_meaning(struct rings *self, struct meaning *meaning, uint32_t node);

/* at = at->next is the same ring once more. */
static bool is_known(struct meaning *meaning, uint32_t write)
{
	for (size_t i = 0; i < meaning->copy_count; i++)
		if (meaning->copies[i] == write)
			return true;
	if (meaning->copy_count < MOST_COPIES)
		meaning->copies[meaning->copy_count++] = write;
	return false;
}

static void find_written(struct rings *self, struct meaning *meaning, const struct td_write *write)
{
	if (write->through || is_known(meaning, write->node))
		return;
	if (write->change == TD_CHANGE_SET && write->value && meaning->copy_count < MOST_COPIES)
		find_meaning(self, meaning, write->value);
	else
		mean(self, meaning, 0);
}

/* What a local variable may have been given: from the last write on that every path to the node passes, if there is
 * one. */
static void find_copied(struct rings *self, struct meaning *meaning, uint32_t node)
{
	const struct td_program *program = self->program;
	uint32_t first = 0, last = UINT32_MAX;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, node)->name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t end = writes[i].through || writes[i].node < first ? 0 : td_end_of_way(program, writes[i].node, node);

		if (end)
			first = writes[i].node, last = end;
	}
	for (size_t i = 0; i < count; i++)
		if (writes[i].node >= first && writes[i].node < last)
			find_written(self, meaning, &writes[i]);
}

static void find_meaning(struct rings *self, struct meaning *meaning, uint32_t node)
{
	const struct td_program *program = self->program;
	const struct td_node *at = td_node(program, node);

	if (is_nothing(self, node))
		return;
	if ((at->kind == TD_N_REF || at->kind == TD_N_FIELD) && is_element(self, node, false))
		mean(self, meaning, at->name);
	else if ((at->kind == TD_N_UNARY && (at->op == TD_O_ADDRESS || at->op == TD_O_DEREF)) || at->kind == TD_N_SUBSCRIPT)
		find_meaning(self, meaning, node + 1);
	else if (is_link(self, node))
		find_meaning(self, meaning, node + 1); /* a neighbour */
	else if (at->kind == TD_N_REF && at->flags & TD_F_PARAMETER && is_element(self, node, true))
		meaning->is_parameter = true;
	else if (at->kind == TD_N_REF && at->flags & TD_F_LOCAL && is_element(self, node, true))
		find_copied(self, meaning, node);
	else
		mean(self, meaning, 0);
}

/* Two expressions in a function stand together in a link. */
static void join(struct rings *self, uint32_t function, struct meaning *meaning)
{
	if (!meaning->is_parameter)
		return;
	self->is_changed |= !self->links[function];
	self->links[function] = true;
	if (!meaning->any)
		return;
	if (self->anchors[function])
		unite(self, self->anchors[function] - 1, meaning->first);
	self->is_changed |= !self->anchors[function];
	self->anchors[function] = meaning->first + 1;
}

static void read_assignment(struct rings *self, uint32_t node)
{
	struct meaning meaning = { 0 };

	if (!is_link(self, node + 1))
		return;
	find_meaning(self, &meaning, node + 2);
	find_meaning(self, &meaning, td_child(self->program, node, 1));
	join(self, td_node(self->program, node)->function, &meaning);
}

static void read_call(struct rings *self, uint32_t node)
{
	const struct td_program *program = self->program;
	struct meaning meaning = { 0 };
	size_t count;
	const struct td_use *called = td_uses_of(&program->functions, td_node(program, node)->name, &count);
	bool links = false;

	for (size_t i = 0; i < count && td_node(program, node)->name; i++) {
		links |= self->links[called[i].node];
		if (self->anchors[called[i].node])
			mean(self, &meaning, self->anchors[called[i].node] - 1);
	}
	if (!links)
		return;
	for (unsigned i = 1; td_child(program, node, i); i++) {
		uint32_t argument = td_child(program, node, i);
		bool is_address = td_without_address(program, argument) != argument;

		if (is_element(self, argument, true) || (is_address && is_element(self, argument + 1, false)))
			find_meaning(self, &meaning, argument);
	}
	join(self, td_node(program, node)->function, &meaning);
}

static void read_program(struct rings *self)
{
	do {
		self->is_changed = false;
		for (uint32_t i = 1; i < self->program->all.nodes.count; i++) {
			if (td_node(self->program, i)->kind == TD_N_ASSIGN)
				read_assignment(self, i);
			else if (td_node(self->program, i)->kind == TD_N_CALL)
				read_call(self, i);
		}
	} while (self->is_changed);
}

/* What is meant where the loop comes to the node, is of another ring: in each call of the function in the loop. */
static bool is_other(struct td_check *check, struct rings *self, uint32_t node, uint32_t head, unsigned callers)
{
	const struct td_program *program = self->program;
	uint32_t function = td_node(program, node)->function;
	struct meaning meaning = { 0 };
	size_t count, pointed;
	const struct td_use *calls = td_uses_of(&program->calls, program->all.functions.items[function].name, &count);

	find_meaning(self, &meaning, node);
	if (meaning.any && (root(self, meaning.first) == root(self, head) || root(self, meaning.first) == root(self, 0)))
		return false;
	if (!meaning.is_parameter)
		return meaning.any;
	td_uses_of(&program->pointed, program->all.functions.items[function].name, &pointed);
	if (pointed || !callers)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!td_is_in_loop(check, calls[i].node))
			continue;
		for (unsigned j = 1; td_child(program, calls[i].node, j); j++) {
			uint32_t argument = td_child(program, calls[i].node, j);
			bool is_address = td_without_address(program, argument) != argument;

			if ((is_element(self, argument, true) || (is_address && is_element(self, argument + 1, false))) &&
			    !is_other(check, self, argument, head, callers - 1))
				return false;
		}
	}
	return true;
}

/* at = servers.next before the loop: the head, which is no pointer. */
static uint32_t head_of(const struct td_check *self, uint32_t variable, uint32_t link)
{
	const struct td_program *program = self->program;
	uint32_t head = 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, variable)->name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t value = writes[i].value;

		if (writes[i].through || (writes[i].node >= self->loop.first && writes[i].node < self->loop.last))
			continue;
		if (writes[i].change == TD_CHANGE_SET && value && td_node(program, value)->kind == TD_N_LITERAL)
			continue;
		if (head || !value || td_node(program, value)->kind != TD_N_FIELD || td_node(program, value)->name != link)
			return 0;
		head = value + 1;
	}
	return head && !strchr(td_text(program, td_node(program, head)->type), '*') && td_node(program, head)->name ? head : 0;
}

bool td_is_other_ring(struct td_check *self, uint32_t write, uint32_t variable, uint32_t link)
{
	const struct td_program *program = self->program;
	uint32_t head = head_of(self, variable, td_node(program, link)->name);
	struct rings rings = { .program = program };
	bool other = false;

	if (!head || td_node(program, write)->kind != TD_N_ASSIGN || td_node(program, write + 1)->kind != TD_N_FIELD)
		return false;
	rings.type = td_text(program, td_node(program, head)->type);
	rings.anchors = td_alloc(program->all.functions.count * sizeof *rings.anchors);
	rings.links = td_alloc(program->all.functions.count * sizeof *rings.links);
	read_program(&rings);
	other = is_other(self, &rings, write + 2, td_node(program, head)->name, MOST_CALLERS);
	free(rings.of.items);
	free(rings.anchors);
	free(rings.links);
	return other;
}
