/* All units together: the program as a whole, with what is asked again and again kept in order.
 *
 * Nodes are known by one number over all functions; `end` of a node is such a number too.  A name may have several functions: a
 * tree of sources often has more than one main.
 */
#ifndef TD_BOUNDS_PROGRAM_H
#define TD_BOUNDS_PROGRAM_H

#include "unit.h"

#include <stdbool.h>

/* A node under a name, in an array that is in the order of names. */
struct td_use {
	uint32_t name, node;
};

struct td_uses {
	struct td_use *items;
	size_t count, room;
};

/* What is done to a variable or a field.  Through: not to itself, but to what it points to or holds. */
enum td_change { TD_CHANGE_SET, TD_CHANGE_UP, TD_CHANGE_DOWN, TD_CHANGE_UNKNOWN };

struct td_write {
	uint32_t name, node;
	uint32_t value;         /* SET: what it becomes; UP, DOWN: by how much; 0: one, or not known */
	uint8_t change;
	bool through;
};

struct td_writes {
	struct td_write *items;
	size_t count, room;
};

struct td_program {
	struct td_building all;
	struct td_uses functions;  /* name of a function: its number */
	struct td_uses calls;      /* name of the function called: the CALL */
	struct td_uses pointed;    /* name of a function whose address is taken: the REF or LAMBDA */
	struct td_uses indirect;   /* type of the function called: the CALL */
	struct td_uses by_type;    /* type of a function whose address is taken: the REF */
	struct td_uses overriders; /* name of a method: the number of a function that overrides it */
	struct td_uses refs;       /* variables and fields: the REF or FIELD */
	struct td_uses homes;      /* pointers.h: what a function's address is kept in: the REF */
	struct td_uses loose;      /* a REF whose function may be meant by any pointer: itself */
	struct td_uses listed;     /* a REF that stands in a list of values whose fields are not known: itself */
	struct td_uses kept;       /* a REF that has a home: itself */
	struct td_uses handed;     /* a REF that is called as a parameter: itself */
	struct td_writes writes;
	struct td_holders *holders; /* holders.h */
	struct td_graph *graph;    /* graph.h; made when it is first asked for */
	struct td_commands *commands; /* commands.h */
	struct td_programs *programs; /* programs.h */
	size_t file_count;
};

void td_program_begin(struct td_program *self);
/* Takes in what treadle-parse has sent; false if that is no unit. */
bool td_program_add(struct td_program *self, const void *bytes, size_t size);
/* After the last unit, before anything is asked. */
void td_program_index(struct td_program *self);
void td_program_free(struct td_program *self);
void td_writes_index(struct td_program *self); /* its part in writes.c */
/* references.c: further writes, by functions that are given a reference; to be asked again when these are known. */
void td_references_find(const struct td_program *self, struct td_writes *found);

/* The part of an array that has this name. */
const struct td_use *td_uses_of(const struct td_uses *uses, uint32_t name, size_t *count);
const struct td_write *td_writes_of(const struct td_program *self, uint32_t name, size_t *count);

static inline const struct td_node *td_node(const struct td_program *self, uint32_t node)
{
	return &self->all.nodes.items[node];
}

static inline const struct td_function *td_function_of(const struct td_program *self, uint32_t node)
{
	return &self->all.functions.items[self->all.nodes.items[node].function];
}

static inline const char *td_text(const struct td_program *self, uint32_t string)
{
	return self->all.strings.items + string;
}

/* The child number `which`, or 0 if there is none (no child is the first node of all). */
uint32_t td_child(const struct td_program *self, uint32_t node, unsigned which);
unsigned td_child_count(const struct td_program *self, uint32_t node);
static inline bool td_is_inside(const struct td_program *self, uint32_t node, uint32_t outer)
{
	return node >= outer && node < td_node(self, outer)->end;
}

/* Where a goto leads, or 0 if that is not known. */
uint32_t td_label_of(const struct td_program *self, uint32_t jump);

/* The name of what an expression stands for, if it is a variable or field, or what one points to or holds. */
uint32_t td_target(const struct td_program *self, uint32_t node, bool *through);
/* The node behind &x: x.  Otherwise the node itself. */
uint32_t td_without_address(const struct td_program *self, uint32_t node);
/* A function's name without namespaces and classes. */
const char *td_short_name(const char *spelling);
bool td_is_one_of(const char *text, const char *const *words);

#endif
