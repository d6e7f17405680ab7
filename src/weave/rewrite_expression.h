/* What the source calls the memory that an instruction works on. */
#ifndef TD_WEAVE_REWRITE_EXPRESSION_H
#define TD_WEAVE_REWRITE_EXPRESSION_H

#include "rewrite.h"

/* Where in the text around the instruction's place the operand is to be found. */
enum td_weave_operand {
	TD_OPERAND_ACCESS, /* of a load or a store */
	TD_OPERAND_TARGET, /* of a copy: the left side of the assignment */
	TD_OPERAND_SOURCE, /* ... the right side */
	TD_OPERAND_CALL,   /* the first argument of a call, or the object of a method */
	TD_OPERAND_BUILTIN /* ... of what looks like a call */
};

/* The expression for the object at POINTER, "q->head"; NULL if it cannot be told, never another one.  Only before
 * locals become registers.  The caller frees it. */
char *td_weave_expression(struct weaver *self, LLVMValueRef instruction, LLVMValueRef pointer,
			  enum td_weave_operand operand);

/* The path of the file that a scope lies in, as debug information has it; the caller frees it. */
char *td_weave_file(LLVMMetadataRef scope);

#endif
