#include "program.h"

#include "base/base.h"
#include "commands.h"
#include "creators.h"
#include "graph.h"
#include "holders.h"
#include "pointers.h"
#include "programs.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

void td_program_begin(struct td_program *self)
{
	*self = (struct td_program){ 0 };
	td_building_begin(&self->all);
	td_building_node(&self->all, (struct td_node){ .end = 1 }); /* so that 0 is no node */
	TD_PUSH(&self->all.functions, ((struct td_function){ 0 }));
}

void td_program_free(struct td_program *self)
{
	td_building_free(&self->all);
	free(self->functions.items);
	free(self->calls.items);
	free(self->pointed.items);
	free(self->indirect.items);
	free(self->by_type.items);
	free(self->overriders.items);
	free(self->refs.items);
	free(self->homes.items);
	free(self->loose.items);
	free(self->listed.items);
	free(self->kept.items);
	free(self->handed.items);
	free(self->writes.items);
	td_commands_free(self->commands);
	td_programs_free(self->programs);
	td_graph_free(self->graph);
	td_holders_free(self->holders);
}

struct incoming {
	struct td_unit head;
	const struct td_node *nodes;
	const struct td_function *functions;
	const char *strings;
	uint32_t *translated;   /* strings of the unit that are known already, by offset */
};

static bool open_unit(struct incoming *self, const void *bytes, size_t size)
{
	const char *at = bytes;

	if (size < sizeof self->head)
		return false;
	memcpy(&self->head, bytes, sizeof self->head);
	if (self->head.magic != TD_UNIT_MAGIC || !self->head.string_size ||
	    size != sizeof self->head + self->head.node_count * sizeof *self->nodes +
		    self->head.function_count * sizeof *self->functions + self->head.string_size)
		return false;
	at += sizeof self->head;
	self->nodes = (const void *)at;
	at += self->head.node_count * sizeof *self->nodes;
	self->functions = (const void *)at;
	self->strings = at + self->head.function_count * sizeof *self->functions;
	return true;
}

static uint32_t translate(struct td_program *self, struct incoming *from, uint32_t string)
{
	if (!string)
		return 0;
	if (!from->translated[string])
		from->translated[string] = td_building_string(&self->all, from->strings + string);
	return from->translated[string];
}

static void take_nodes(struct td_program *self, struct incoming *from, const struct td_function *old, struct td_function *function)
{
	uint32_t number = (uint32_t)self->all.functions.count;

	function->first = (uint32_t)self->all.nodes.count;
	for (uint32_t i = old->first; i < old->first + old->count; i++) {
		struct td_node node = from->nodes[i];

		node.function = number;
		node.end += function->first;
		node.file = translate(self, from, node.file);
		node.name = translate(self, from, node.name);
		node.type = translate(self, from, node.type);
		node.spelling = translate(self, from, node.spelling);
		td_building_node(&self->all, node);
	}
}

static int compare_uses(const void *a, const void *b)
{
	const struct td_use *left = a, *right = b;

	if (left->name != right->name)
		return left->name < right->name ? -1 : 1;
	return left->node < right->node ? -1 : left->node > right->node;
}

/* Functions of headers come with every unit: the table of strings remembers which were here. */
static bool is_known(struct td_program *self, const struct td_function *function)
{
	char *key = td_format("%u %u %u", function->name, function->file, function->line);
	uint32_t before = (uint32_t)self->all.strings.count, string = td_building_string(&self->all, key);

	free(key);
	return string < before;
}

static void take_function(struct td_program *self, struct incoming *from, const struct td_function *old)
{
	struct td_function function = *old;

	function.name = translate(self, from, old->name);
	function.spelling = translate(self, from, old->spelling);
	function.type = translate(self, from, old->type);
	function.file = translate(self, from, old->file);
	if (is_known(self, &function))
		return;
	take_nodes(self, from, old, &function);
	TD_PUSH(&self->all.functions, function);
}

bool td_program_add(struct td_program *self, const void *bytes, size_t size)
{
	struct incoming from;

	if (!open_unit(&from, bytes, size))
		return false;
	from.translated = td_alloc(from.head.string_size * sizeof *from.translated);
	for (uint32_t i = 0; i < from.head.function_count; i++)
		take_function(self, &from, &from.functions[i]);
	free(from.translated);
	self->file_count++;
	return true;
}

uint32_t td_child(const struct td_program *self, uint32_t node, unsigned which)
{
	uint32_t end = td_node(self, node)->end, child = node + 1;

	while (child < end && which--)
		child = td_node(self, child)->end;
	return child < end ? child : 0;
}

unsigned td_child_count(const struct td_program *self, uint32_t node)
{
	unsigned count = 0;

	for (uint32_t child = node + 1; child < td_node(self, node)->end; child = td_node(self, child)->end)
		count++;
	return count;
}

uint32_t td_label_of(const struct td_program *self, uint32_t jump)
{
	const struct td_function *function = td_function_of(self, jump);

	for (uint32_t i = function->first; i < function->first + function->count; i++)
		if (td_node(self, i)->kind == TD_N_LABEL && td_node(self, i)->name == td_node(self, jump)->name)
			return i;
	return 0;
}

uint32_t td_without_address(const struct td_program *self, uint32_t node)
{
	if (td_node(self, node)->kind == TD_N_UNARY && td_node(self, node)->op == TD_O_ADDRESS)
		return td_child(self, node, 0);
	return node;
}

uint32_t td_target(const struct td_program *self, uint32_t node, bool *through)
{
	const struct td_node *at = td_node(self, node);
	uint32_t inner;

	*through = false;
	if (!node)
		return 0;
	if (at->kind == TD_N_REF || at->kind == TD_N_FIELD || at->kind == TD_N_DECLARE || at->kind == TD_N_PARAMETER)
		return at->flags & TD_F_FUNCTION ? 0 : at->name;
	if (at->kind == TD_N_SUBSCRIPT || (at->kind == TD_N_UNARY && at->op == TD_O_DEREF)) {
		inner = td_without_address(self, td_child(self, node, 0));
		if (inner != td_child(self, node, 0))
			return td_target(self, inner, through);
		inner = td_target(self, inner, through);
		*through = true;
		return inner;
	}
	if (at->kind == TD_N_BINARY && (at->op == TD_O_ADD || at->op == TD_O_SUB) &&
	    td_node(self, td_child(self, node, 0))->flags & TD_F_POINTER)
		return td_target(self, td_child(self, node, 0), through);
	return 0;
}

const char *td_short_name(const char *spelling)
{
	const char *last = spelling, *at;

	if (strstr(spelling, "operator"))
		return strstr(spelling, "operator");
	while ((at = strstr(last, "::")))
		last = at + 2;
	return last;
}

bool td_is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(text, *words))
			return true;
	return false;
}

const struct td_use *td_uses_of(const struct td_uses *uses, uint32_t name, size_t *count)
{
	size_t low = 0, high = uses->count, first;

	*count = 0;
	if (!name || !uses->count)
		return NULL;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (uses->items[middle].name < name)
			low = middle + 1;
		else
			high = middle;
	}
	first = low;
	while (first + *count < uses->count && uses->items[first + *count].name == name)
		(*count)++;
	return uses->items + first;
}

/* "void *(*)(void *)" is the type of the pointer, "void *(void *)" that of the function. */
static uint32_t pointed_type(struct td_program *self, uint32_t type)
{
	const char *text = td_text(self, type), *star = strstr(text, "(*)");
	char *plain;
	uint32_t string;

	if (!star)
		return type;
	plain = td_format("%.*s%s", (int)(star - text), text, star + 3);
	string = td_building_string(&self->all, plain);
	free(plain);
	return string;
}

static void use(struct td_uses *uses, uint32_t name, uint32_t node)
{
	if (name)
		TD_PUSH(uses, ((struct td_use){ name, node }));
}

/* (start)(server): a call by name, as the parser could not see through the parentheses. */
static void call_by_name(struct td_program *self, uint32_t node)
{
	struct td_node *call = &self->all.nodes.items[node], *callee = call + 1;

	if (call->kind != TD_N_CALL || call->name || call->end == node + 1 || callee->kind != TD_N_REF ||
	    !(callee->flags & TD_F_FUNCTION))
		return;
	call->name = callee->name;
	call->spelling = callee->spelling;
	callee->kind = TD_N_NONE;
}

static void index_node(struct td_program *self, uint32_t node)
{
	struct td_node at;

	call_by_name(self, node);
	at = *td_node(self, node);
	if (at.kind == TD_N_CALL && at.name)
		use(&self->calls, at.name, node);
	else if (at.kind == TD_N_CALL && at.type && td_node(self, node + 1)->kind != TD_N_NONE)
		use(&self->indirect, self->all.nodes.items[node].type = pointed_type(self, at.type), node);
	else if (at.kind == TD_N_OVERRIDES)
		use(&self->overriders, at.name, at.function);
	else if (at.kind == TD_N_LAMBDA || (at.kind == TD_N_REF && at.flags & TD_F_FUNCTION))
		use(&self->pointed, at.name, node), use(&self->by_type, at.type, node);
	else if (at.kind == TD_N_REF || at.kind == TD_N_FIELD)
		use(&self->refs, at.name, node);
}

static void sort_uses(struct td_uses *uses)
{
	if (uses->count)
		qsort(uses->items, uses->count, sizeof *uses->items, compare_uses);
}

void td_program_index(struct td_program *self)
{
	td_records_unite(self);
	for (uint32_t i = 1; i < self->all.functions.count; i++)
		use(&self->functions, self->all.functions.items[i].name, i);
	for (uint32_t i = 1; i < self->all.nodes.count; i++)
		index_node(self, i);
	sort_uses(&self->functions);
	sort_uses(&self->calls);
	sort_uses(&self->pointed);
	sort_uses(&self->indirect);
	sort_uses(&self->by_type);
	sort_uses(&self->overriders);
	sort_uses(&self->refs);
	td_writes_index(self);
	td_pointers_index(self);
	self->holders = td_holders_make(self);
	self->graph = td_graph_make(self);
	td_endings_index(self);
	self->commands = td_commands_make(self);
	self->programs = td_programs_make(self);
}
