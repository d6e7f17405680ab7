/* Local variables: which one lies at an address of a stack, given the frames on it. */
#ifndef TD_TRACE_LOCALS_H
#define TD_TRACE_LOCALS_H

#include "symbols.h"

struct td_local {
	char *name;              /* the caller frees it */
	uint64_t address;        /* where the variable starts */
	Dwarf_Die type;
};

/* False if no frame has a variable there, or the frames' addresses are not known. */
bool td_local_find(struct td_symbols *symbols, const struct td_stack *stack, uint64_t address, struct td_local *local);

#endif
