/* The heap blocks of an execution by address, as the events tell of them.  A freed block stays known until something else is
 * allocated over it, since the interesting accesses are those that come too late. */
#ifndef TD_TRACE_HEAP_H
#define TD_TRACE_HEAP_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "base/base.h"

/* What a block is made of. */
struct td_block_type {
	bool known;
	Dwarf_Die type;
	bool is_node; /* the type is a library's, and is there for a CONTENT */
	Dwarf_Die content;
	uint64_t content_at;
};

struct td_block {
	uint64_t address, size;
	uint64_t pc;             /* where it was allocated */
	uint32_t stack;          /* index into the channel's stacks */
	uint32_t number;         /* among those of the same kind; 0 until it has a name */
	struct td_block_type of; /* once it has a name */
	char *kind;              /* "node", "heap"; NULL until it has a name */
};

struct td_heap {
	struct td_block *items;  /* by address, without overlap */
	size_t count, room;
};

void td_heap_add(struct td_heap *heap, const struct td_block *block);
/* The block that holds ADDRESS (or that ends at it, for an access just beyond), NULL if none; valid until the next addition. */
struct td_block *td_heap_find(struct td_heap *heap, uint64_t address);
void td_heap_clear(struct td_heap *heap);

#endif
