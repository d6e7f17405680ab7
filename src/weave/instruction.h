/* One instruction of inline assembly, as far as its effect on memory goes.  AT&T syntax, as gcc has it. */
#ifndef TD_WEAVE_INSTRUCTION_H
#define TD_WEAVE_INSTRUCTION_H

#include <stdbool.h>

#include "wire/assembly.h"

enum td_touch {
	TD_TOUCHES_NOTHING, /* that other threads could notice: registers, its own stack, thread-local memory */
	TD_TOUCHES_MEMORY,
	TD_TOUCHES_UNKNOWN  /* memory, in a way that is not understood */
};

struct td_instruction {
	enum td_touch touch;
	unsigned what;      /* for the runtime, see wire/assembly.h */
	char operand[256];  /* the memory; empty for fences and string instructions */
};

/* `prefix` has the words before it (lock, rep), or is empty. */
struct td_instruction td_instruction_parse(const char *prefix, const char *text);

/* Whether it changes where the stack is, or leaves: nothing can be put next to such an instruction. */
bool td_instruction_moves_stack(const char *text);

/* Is it just a prefix, with the instruction still to come? */
bool td_is_prefix(const char *word, int length);

#endif
