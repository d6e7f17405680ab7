/* Parts of global variables, by the names that debug information has for them.
 *
 * The address of a part of a global is one constant, without the names of the members that lead there. */
#ifndef TD_WEAVE_REWRITE_TYPE_H
#define TD_WEAVE_REWRITE_TYPE_H

#include "rewrite.h"

/* A place in a variable: so far, something of this type has been entered, and the place lies OFFSET bytes into it. */
struct td_weave_part {
	LLVMMetadataRef type; /* NULL: not known */
	uint64_t offset;
	unsigned subscripts; /* of an array of arrays: still to come */
};

enum { TD_ANY_ELEMENT = -1 };

/* The place that a constant address leads to, in the global that it begins at. */
struct td_weave_part td_weave_part_of(struct weaver *self, LLVMValueRef pointer);

/* Enter the member of this name, or the element of this number, if the place lies in it; otherwise 0. */
int td_weave_enter_member(struct weaver *self, struct td_weave_part *part, const char *name, int length);
int td_weave_enter_element(struct weaver *self, struct td_weave_part *part, long long number);

/* Whether there is more to enter: it is a struct, a union or an array. */
int td_weave_has_parts(struct weaver *self, const struct td_weave_part *part);

#endif
