/* What kind of thing a heap block holds, read off the line of the source that allocated it.
 *
 * DWARF does not say it, but the line usually does: `n = malloc(sizeof *n)`, `calloc(8, sizeof(struct slot))`, `new Node`,
 * `return malloc(size)` in a function that returns a struct pointer.  A guess counts only if the sizes agree. */
#ifndef TD_TRACE_ALLOCATION_H
#define TD_TRACE_ALLOCATION_H

#include "symbols.h"

/* True if a block of SIZE bytes allocated at PC holds one or more things of *type. */
bool td_allocation_type(struct td_symbols *symbols, uint64_t pc, uint64_t size, Dwarf_Die *type);

#endif
