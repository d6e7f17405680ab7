/* What changes a variable: assignments, increments, atomic operations, functions that are given its address. */
#include "program.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HANDED_ON = 4 }; /* references to references */

static void note(struct td_program *self, uint32_t target, uint32_t node, enum td_change change, uint32_t value)
{
	bool through;
	uint32_t name = td_target(self, target, &through);

	if (name)
		TD_PUSH(&self->writes, ((struct td_write){ name, node, value, (uint8_t)change, through }));
}

static bool is_same(const struct td_program *self, uint32_t a, uint32_t b)
{
	bool through_a, through_b;
	uint32_t name = td_target(self, a, &through_a);

	return name && name == td_target(self, b, &through_b) && through_a == through_b;
}

/* x = x + c, x = c + x, x = x - c. */
static bool is_step(const struct td_program *self, uint32_t to, uint32_t from, enum td_change *change, uint32_t *by)
{
	const struct td_node *at = td_node(self, from);
	uint32_t left, right;

	if (at->kind != TD_N_BINARY || (at->op != TD_O_ADD && at->op != TD_O_SUB))
		return false;
	left = td_child(self, from, 0);
	right = td_child(self, from, 1);
	if (at->op == TD_O_ADD && is_same(self, to, right) && !is_same(self, to, left))
		*by = left;
	else if (is_same(self, to, left))
		*by = right;
	else
		return false;
	*change = at->op == TD_O_ADD ? TD_CHANGE_UP : TD_CHANGE_DOWN;
	return true;
}

static bool is_negative(const struct td_program *self, uint32_t node)
{
	const struct td_node *at = td_node(self, node);

	return node && ((at->kind == TD_N_UNARY && at->op == TD_O_NEG) || (at->kind == TD_N_LITERAL && at->value < 0));
}

static enum td_change by_amount(const struct td_program *self, enum td_change change, uint32_t by)
{
	if (!is_negative(self, by))
		return change;
	return change == TD_CHANGE_UP ? TD_CHANGE_DOWN : TD_CHANGE_UP;
}

static void note_assignment(struct td_program *self, uint32_t node)
{
	uint32_t to = td_child(self, node, 0), from = td_child(self, node, 1), by = from;
	enum td_change change = TD_CHANGE_SET;

	switch (td_node(self, node)->op) {
	case TD_O_NONE:
		if (is_step(self, to, from, &change, &by))
			change = by_amount(self, change, by);
		break;
	case TD_O_ADD:
	case TD_O_MUL:
	case TD_O_SHL:
		change = by_amount(self, TD_CHANGE_UP, by);
		break;
	case TD_O_SUB:
	case TD_O_DIV:
	case TD_O_SHR:
		change = by_amount(self, TD_CHANGE_DOWN, by);
		break;
	default:
		change = TD_CHANGE_UNKNOWN;
	}
	note(self, to, node, change, by);
}

struct atomic {
	const char *name; /* how it ends, or all of it */
	enum td_change change;
};

static const struct atomic atomics[] = {
	{ "fetch_add", TD_CHANGE_UP },
	{ "fetch_and_add", TD_CHANGE_UP },
	{ "add_and_fetch", TD_CHANGE_UP },
	{ "add_fetch", TD_CHANGE_UP },
	{ "fetch_sub", TD_CHANGE_DOWN },
	{ "fetch_and_sub", TD_CHANGE_DOWN },
	{ "sub_and_fetch", TD_CHANGE_DOWN },
	{ "sub_fetch", TD_CHANGE_DOWN },
	{ "atomic_int_inc", TD_CHANGE_UP },
	{ "atomic_int_add", TD_CHANGE_UP },
	{ "atomic_int_dec_and_test", TD_CHANGE_DOWN },
	{ "atomic_inc", TD_CHANGE_UP },
	{ "atomic_dec", TD_CHANGE_DOWN },
	{ "atomic_store", TD_CHANGE_SET },
	{ "atomic_int_set", TD_CHANGE_SET },
	{ "store_n", TD_CHANGE_SET },
	{ "store", TD_CHANGE_SET },
	{ "atomic_exchange", TD_CHANGE_SET },
	{ "exchange", TD_CHANGE_SET },
	{ "exchange_n", TD_CHANGE_SET },
	{ "test_and_set", TD_CHANGE_SET },
	{ "atomic_flag_test_and_set", TD_CHANGE_SET },
	{ "atomic_init", TD_CHANGE_SET },
};

/* The builtins end with the size of what they are for, the explicit forms with that word. */
static void cut_suffix(char *name)
{
	size_t length = strlen(name);

	if (length > 9 && !strcmp(name + length - 9, "_explicit"))
		name[length -= 9] = '\0';
	while (length > 2 && strchr("0123456789", name[length - 1]) && !strncmp(name, "__sync", 6))
		name[--length] = '\0';
	if (length && name[length - 1] == '_' && !strncmp(name, "__sync", 6))
		name[--length] = '\0';
}

static const struct atomic *atomic_of(const char *spelling)
{
	char name[64];
	size_t length;

	snprintf(name, sizeof name, "%s", td_short_name(spelling));
	cut_suffix(name);
	length = strlen(name);
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		size_t own = strlen(atomics[i].name);

		if (own <= length && !strcmp(name + length - own, atomics[i].name) &&
		    (own == length || name[length - own - 1] == '_'))
			return &atomics[i];
	}
	return NULL;
}

static void note_atomic(struct td_program *self, uint32_t node, const struct atomic *atomic)
{
	bool is_method = td_node(self, node)->flags & TD_F_METHOD;
	uint32_t object = td_child(self, node, is_method ? 0 : 1), value = td_child(self, node, is_method ? 1 : 2);

	if (object)
		note(self, td_without_address(self, object), node, by_amount(self, atomic->change, value), value);
}

static bool is_swap(const char *name)
{
	return strstr(name, "compare_exchange") || strstr(name, "compare_and_swap");
}

/* atomic_compare_exchange(&n, &seen, seen + 1) raises n, and makes seen what n is. */
static void note_swap(struct td_program *self, uint32_t node)
{
	unsigned first = td_node(self, node)->flags & TD_F_METHOD ? 0 : 1;
	uint32_t object = td_child(self, node, first), seen = td_child(self, node, first + 1),
		 value = td_child(self, node, first + 2), by;
	enum td_change change = TD_CHANGE_SET;

	if (!object || !seen || !value)
		return;
	if (is_step(self, td_without_address(self, seen), value, &change, &by))
		value = by;
	note(self, td_without_address(self, object), node, change, value);
	if (td_without_address(self, seen) != seen)
		note(self, td_without_address(self, seen), node, TD_CHANGE_SET, td_without_address(self, object));
}

/* Functions that only look at what they are given the address of, or change what is never counted with. */
static bool is_harmless(const char *name)
{
	static const char *const prefixes[] = {
		"pthread_",	 "sem_",  "mtx_",   "cnd_", "thrd_", "print", "fprint", "snprint",	    "atomic_load",
		"atomic_thread", "std::", "memcmp", "str",  "log",   "send",  "write",	"g_atomic_int_get", NULL
	};

	for (const char *const *prefix = prefixes; *prefix; prefix++)
		if (!strncmp(name, *prefix, strlen(*prefix)))
			return true;
	return false;
}

/* f(&x): if f is known, what it does is seen when its parameter is looked at, but not that it is x: so x is changed in
 * a way that is not known. */
static void note_arguments(struct td_program *self, uint32_t node)
{
	const char *name = td_text(self, td_node(self, node)->spelling);

	if (is_harmless(name))
		return;
	for (unsigned i = 1; td_child(self, node, i); i++) {
		uint32_t argument = td_child(self, node, i), inner = td_without_address(self, argument);

		if (inner != argument)
			note(self, inner, node, TD_CHANGE_UNKNOWN, argument);
	}
}

/* last = &list->next: what is done through the pointer is done to the field. */
static void note_kept_address(struct td_program *self, uint32_t node, uint32_t value)
{
	uint32_t inner = td_without_address(self, value);

	if (inner != value && td_node(self, inner)->kind == TD_N_FIELD)
		note(self, inner, node, TD_CHANGE_UNKNOWN, 0);
}

static void note_node(struct td_program *self, uint32_t node)
{
	struct td_node at = *td_node(self, node);
	const struct atomic *atomic;

	if (at.kind == TD_N_ASSIGN) {
		note_assignment(self, node);
		note_kept_address(self, node, td_child(self, node, 1));
	} else if (at.kind == TD_N_DECLARE && td_child(self, node, 0) &&
		   td_node(self, td_child(self, node, 0))->kind != TD_N_NONE) {
		note(self, node, node, TD_CHANGE_SET, td_child(self, node, 0));
	} else if (at.kind == TD_N_RANGE) {
		note(self, td_child(self, node, 0), node, TD_CHANGE_UNKNOWN, 0);
	} else if (at.kind == TD_N_UNARY && (at.op == TD_O_INC || at.op == TD_O_DEC)) {
		note(self, td_child(self, node, 0), node, at.op == TD_O_INC ? TD_CHANGE_UP : TD_CHANGE_DOWN, 0);
	} else if (at.kind == TD_N_CALL) {
		atomic = atomic_of(td_text(self, at.spelling));
		if (is_swap(td_text(self, at.spelling)))
			note_swap(self, node);
		else if (atomic)
			note_atomic(self, node, atomic);
		else
			note_arguments(self, node);
	}
}

static int compare_writes(const void *a, const void *b)
{
	const struct td_write *left = a, *right = b;

	if (left->name != right->name)
		return left->name < right->name ? -1 : 1;
	return left->node < right->node ? -1 : left->node > right->node;
}

static void sort_writes(struct td_program *self)
{
	if (self->writes.count)
		qsort(self->writes.items, self->writes.count, sizeof *self->writes.items, compare_writes);
}

/* Those by reference are known when the others are, and may be references themselves. */
static void note_references(struct td_program *self)
{
	for (unsigned i = 0; i < MOST_HANDED_ON; i++) {
		struct td_writes found = { 0 };

		td_references_find(self, &found);
		for (size_t j = 0; j < found.count; j++)
			TD_PUSH(&self->writes, found.items[j]);
		sort_writes(self);
		free(found.items);
		if (!found.count)
			return;
	}
}

void td_writes_index(struct td_program *self)
{
	for (uint32_t i = 1; i < self->all.nodes.count; i++)
		note_node(self, i);
	sort_writes(self);
	note_references(self);
}

const struct td_write *td_writes_of(const struct td_program *self, uint32_t name, size_t *count)
{
	size_t low = 0, high = self->writes.count;

	*count = 0;
	if (!name || !high)
		return NULL;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (self->writes.items[middle].name < name)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + *count < self->writes.count && self->writes.items[low + *count].name == name)
		(*count)++;
	return self->writes.items + low;
}
