/* Inline assembly that works on memory: the atomics of libraries that are older than C11, or do not trust it.
 *
 * A statement that names memory as an operand ("+m" (*counter)) is an atomic operation on it as far as other threads can tell,
 * so it gets a hook before it, where its thread waits for its turn, and one behind it, which looks at what has become of the
 * memory.  What an operand is for is told by its constraint and the instructions: on this processor a load acquires, a store
 * releases, and what is locked is a fence as well.  A statement without such an operand that has a fence in it is a fence.
 *
 * Memory that a statement reaches by an address in a register is not seen, nor is that of a second operand.
 *
 * LLVM 14 has no functions to take a statement apart, so its text is read: ... asm sideeffect "instructions", "constraints".
 */
#include "rewrite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { READ, WRITE, READ_AND_WRITE }; /* as in rt/hooks/atomic.c */

struct operand {
	LLVMValueRef pointer; /* NULL: there is none */
	uint64_t size;
	bool is_read, is_written;
};

/* The text between the next two quotation marks, which do not occur inside; *text goes behind it. */
static char *quoted(char **text)
{
	char *begin = strchr(*text, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;

	if (!end)
		return NULL;
	*end = '\0';
	*text = end + 1;
	return begin + 1;
}

static uint64_t size_of_operand(struct weaver *self, LLVMValueRef call, unsigned argument)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
	LLVMAttributeRef type = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);

	return type ? LLVMStoreSizeOfType(self->layout, LLVMGetTypeAttributeValue(type)) : 0;
}

/* An operand that is read and written comes twice, as an output and as an input.  What is written goes before what is not. */
static void add_operand(struct operand *found, LLVMValueRef pointer, uint64_t size, bool is_output)
{
	if (!found->pointer || (is_output && !found->is_written))
		*found = (struct operand){ .pointer = pointer, .size = size };
	if (found->pointer != pointer)
		return;
	found->is_written |= is_output;
	found->is_read |= !is_output;
}

/* Is the operand with this number an offset from the thread's own segment (%fs:$1)?  What its address says is not where it is. */
static bool is_in_segment(const char *instructions, unsigned number)
{
	for (const char *at = strchr(instructions, ':'); at; at = strchr(at + 1, ':')) {
		const char *name = at + 1 + strspn(at + 1, "${");

		if (at - instructions >= 3 && at[-1] == 's' && strchr("fg", at[-2]) && at[-3] == '%' && at[1] == '$' &&
		    strtoul(name, NULL, 10) == number)
			return true;
	}
	return false;
}

/* Outputs come first, then inputs, then what is clobbered; an output in a register is no argument. */
static struct operand memory_operand(struct weaver *self, LLVMValueRef call, const char *instructions, char *constraints)
{
	struct operand found = { 0 };
	LLVMValueRef elsewhere = NULL;
	unsigned argument = 0, number = 0, count = LLVMGetNumArgOperands(call);

	for (char *one = strtok(constraints, ","); one && *one != '~' && argument < count; one = strtok(NULL, ","), number++) {
		bool is_output = *one == '=', is_indirect = strchr(one, '*') != NULL;
		LLVMValueRef pointer;
		uint64_t size;

		if (is_output && !is_indirect)
			continue;
		size = is_indirect ? size_of_operand(self, call, argument) : 0;
		pointer = LLVMGetOperand(call, argument);
		if (is_in_segment(instructions, number))
			elsewhere = pointer; /* also when it comes again as an input, with another number */
		if (size && pointer != elsewhere && !td_weave_is_private(pointer))
			add_operand(&found, pointer, size, is_output);
		argument++;
	}
	return found;
}

static bool is_locked(const char *instructions)
{
	return strstr(instructions, "lock") || strstr(instructions, "xchg");
}

static bool is_any_of(const char *const *names, const char *name, size_t length)
{
	for (; *names; names++)
		if (strlen(*names) == length && strncmp(*names, name, length) == 0)
			return true;
	return false;
}

/* The size that an instruction's name ends with, 0 if it has none: `sub` is not one of a byte. */
static uint64_t size_in_name(const char *name, size_t length)
{
	static const char *const known[] = { "mov", "xchg", "cmpxchg", "xadd", "add", "sub", "inc", "dec", "and", "or", "xor", "not",
	                                     "neg", "bts", "btr", "btc", "adc", "sbb", "cmp", "test", NULL };
	static const struct { char suffix; uint64_t size; } sizes[] = { { 'b', 1 }, { 'w', 2 }, { 'l', 4 }, { 'q', 8 } };

	if (length == 0 || !is_any_of(known, name, length - 1))
		return 0;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (name[length - 1] == sizes[i].suffix)
			return sizes[i].size;
	return 0;
}

/* What is named as the operand need not be what is accessed: a char, because the type is not known there, or a large struct, to
 * say that anything may change.  So the instruction goes first. */
static uint64_t width(uint64_t size, const char *instructions)
{
	const char *name = strncmp(instructions, "lock", 4) == 0 ? instructions + 4 : instructions;
	size_t length;
	uint64_t told;

	name += strspn(name, "; \t");
	length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");
	if (strncmp(name, "cmpxchg16b", length) == 0 && length == 10)
		return 16;
	told = size_in_name(name, length);
	return told ? told : size <= 16 && (size & (size - 1)) == 0 ? size : 0;
}

static unsigned kind_of(const struct operand *operand, const char *instructions)
{
	if (is_locked(instructions) || (operand->is_read && operand->is_written))
		return READ_AND_WRITE;
	if (operand->is_written)
		return strstr(instructions, "mov") ? WRITE : READ_AND_WRITE;
	return READ;
}

static void weave_operand(struct weaver *self, LLVMValueRef call, const struct operand *operand, unsigned kind)
{
	LLVMValueRef size = LLVMConstInt(self->int64, operand->size, 0);
	LLVMValueRef before[3] = { operand->pointer, size, td_weave_int32(self, kind) };
	LLVMValueRef behind[3] = { NULL, operand->pointer, size };

	td_weave_before(self, call);
	behind[0] = td_weave_call(self, "__treadle_asm_begin", self->pointer, before, 3);
	LLVMPositionBuilderBefore(self->builder, LLVMGetNextInstruction(call));
	td_weave_call(self, "__treadle_asm_end", self->none, behind, 3);
}

static void weave_fence(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef order = td_weave_int32(self, __ATOMIC_SEQ_CST);

	td_weave_before(self, call);
	td_weave_call(self, "__tsan_atomic_thread_fence", self->none, &order, 1);
}

void td_weave_assembly(struct weaver *self, LLVMValueRef call)
{
	char *text = LLVMPrintValueToString(LLVMGetCalledValue(call)), *rest = strstr(text, "asm ");
	char *instructions = rest ? quoted(&rest) : NULL, *constraints = instructions ? quoted(&rest) : NULL;

	if (constraints && LLVMIsACallInst(call)) {
		struct operand operand = memory_operand(self, call, instructions, constraints);

		operand.size = width(operand.size, instructions);
		if (operand.pointer && operand.size)
			weave_operand(self, call, &operand, kind_of(&operand, instructions));
		else if (strstr(instructions, "fence") || is_locked(instructions))
			weave_fence(self, call);
	}
	LLVMDisposeMessage(text);
}
