#include "locals.h"

#include <dwarf.h>
#include <stdlib.h>

#include "types.h"

enum { REGISTER_RBP = 6 };

/* A frame whose canonical address (CFA) is known. */
struct frame {
	uint64_t cfa;
	uint64_t base;           /* what DW_OP_fbreg counts from; 0 if it cannot be told */
};

/* With a frame pointer, that is 16 below the canonical frame address: the return address and the old pointer lie between. */
static uint64_t frame_base(Dwarf_Die *function, uint64_t cfa)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t count;

	if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) || dwarf_getlocation(&attribute, &ops, &count) ||
	    count != 1)
		return 0;
	if (ops[0].atom == DW_OP_call_frame_cfa)
		return cfa;
	return ops[0].atom == DW_OP_reg0 + REGISTER_RBP ? cfa - 16 : 0;
}

static bool place_by(const Dwarf_Op *op, const struct frame *frame, uint64_t *place)
{
	if (op->atom == DW_OP_fbreg && frame->base)
		*place = frame->base + op->number;
	else if (op->atom == DW_OP_breg0 + REGISTER_RBP)
		*place = frame->cfa - 16 + op->number;
	else
		return false;
	return true;
}

/* Where the variable has its place in memory, wherever in the code that holds: what other threads can see has one place, even
 * if the compiler knows its value for a few instructions. */
static bool place_of(Dwarf_Die *variable, const struct frame *frame, uint64_t *place)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr base, low, high;
	Dwarf_Op *ops;
	size_t count;
	ptrdiff_t at = 0;

	if (!dwarf_attr(variable, DW_AT_location, &attribute))
		return false;
	if (dwarf_getlocation(&attribute, &ops, &count) == 0)
		return count == 1 && place_by(ops, frame, place);
	while ((at = dwarf_getlocations(&attribute, at, &base, &low, &high, &ops, &count)) > 0)
		if (count == 1 && place_by(ops, frame, place))
			return true;
	return false;
}

/* Variables of blocks that do not hold the pc are looked at too: where compilers say a block ends is not exact. */
static bool find_in(Dwarf_Die *scope, const struct frame *frame, uint64_t address, struct td_local *local)
{
	Dwarf_Die die;
	uint64_t place;

	if (dwarf_child(scope, &die))
		return false;
	do {
		int tag = dwarf_tag(&die);

		if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && place_of(&die, frame, &place) &&
		    td_type_of(&die, &local->type) && address >= place && address - place < td_type_size(&local->type) &&
		    (local->name = td_die_name(&die))) {
			local->address = place;
			return true;
		}
		if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) && find_in(&die, frame, address, local))
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

static bool find_in_frame(struct td_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address, struct td_local *local)
{
	Dwarf_Die *scopes;
	int count = td_symbols_scopes(symbols, pc, TD_PC_RETURN, &scopes);
	struct frame frame = { .cfa = cfa };
	bool found = false;

	for (int i = 0; i < count; i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			frame.base = frame_base(&scopes[i], cfa);
	/* Inner scopes first, so that of two variables in one place the one in use is named. */
	for (int i = 0; i < count && !found; i++) {
		found = find_in(&scopes[i], &frame, address, local);
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			break;
	}
	free(scopes);
	return found;
}

bool td_local_find(struct td_symbols *symbols, const struct td_stack *stack, uint64_t address, struct td_local *local)
{
	for (uint32_t i = 0; i < stack->count && i < TD_MAX_FRAMES; i++)
		if (stack->cfa[i] > address && find_in_frame(symbols, stack->frames[i], stack->cfa[i], address, local))
			return true;
	return false;
}
