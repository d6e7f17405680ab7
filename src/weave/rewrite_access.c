/* Plain loads and stores, and copies and fills of memory. */
#include "rewrite.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "wire/wrapped.h"

static const char *const reads[5] = { "__tsan_read1", "__tsan_read2", "__tsan_read4", "__tsan_read8", "__tsan_read16" };
static const char *const writes[5] = { "__tsan_write1", "__tsan_write2", "__tsan_write4", "__tsan_write8",
                                       "__tsan_write16" };
static const char *const unaligned_reads[5] = { "__tsan_read1", "__tsan_unaligned_read2", "__tsan_unaligned_read4",
                                                "__tsan_unaligned_read8", "__tsan_unaligned_read16" };
static const char *const unaligned_writes[5] = { "__tsan_write1", "__tsan_unaligned_write2", "__tsan_unaligned_write4",
                                                 "__tsan_unaligned_write8", "__tsan_unaligned_write16" };
static const char *const volatile_reads[5] = {"__tsan_volatile_read1", "__tsan_volatile_read2", "__tsan_volatile_read4",
					      "__tsan_volatile_read8", "__tsan_volatile_read16"};
static const char *const volatile_writes[5] = {"__tsan_volatile_write1", "__tsan_volatile_write2",
					       "__tsan_volatile_write4", "__tsan_volatile_write8",
					       "__tsan_volatile_write16"};

static void announce_range(struct weaver *self, LLVMValueRef pointer, LLVMValueRef size, int is_write)
{
	LLVMValueRef args[2] = { pointer, LLVMBuildZExtOrBitCast(self->builder, size, self->int64, "") };

	td_weave_call(self, is_write ? "__tsan_write_range" : "__tsan_read_range", self->none, args, 2);
}

/* By size; volatile accesses that are not aligned are told as others are. */
static const char *const *hooks_for(int is_write, int is_aligned, int is_volatile)
{
	if (!is_aligned)
		return is_write ? unaligned_writes : unaligned_reads;
	if (is_volatile)
		return is_write ? volatile_writes : volatile_reads;
	return is_write ? writes : reads;
}

static void announce(struct weaver *self, LLVMValueRef pointer, uint64_t size, const char *const *hooks, int is_write)
{
	const char *hook = td_weave_sized(hooks, size);

	if (hook)
		td_weave_call(self, hook, self->none, &pointer, 1);
	else
		announce_range(self, pointer, LLVMConstInt(self->int64, size, 0), is_write);
}

/* The front end stores the arguments that it could not keep in registers into locals at a function's beginning.  No
 * line of the source says so, and no pointer to the local exists yet. */
static int is_argument_spill(LLVMValueRef instruction)
{
	return LLVMIsAStoreInst(instruction) && LLVMIsAArgument(LLVMGetOperand(instruction, 0)) &&
	       LLVMIsAAllocaInst(td_weave_base(LLVMGetOperand(instruction, 1))) &&
	       !LLVMInstructionGetDebugLoc(instruction);
}

/* Volatile is what the optimiser neither drops, for want of a use of its value, nor takes for impossible, for its address
 * being NULL.  It costs next to nothing: across a hook, which may change any memory, no access can be merged anyway. */
static void keep(LLVMValueRef instruction)
{
	LLVMSetVolatile(instruction, 1);
}

void td_weave_access(struct weaver *self, LLVMValueRef instruction)
{
	int is_write = LLVMIsAStoreInst(instruction) != NULL;
	LLVMValueRef pointer = LLVMGetOperand(instruction, is_write ? 1 : 0);
	LLVMTypeRef type = LLVMTypeOf(is_write ? LLVMGetOperand(instruction, 0) : instruction);
	uint64_t size = LLVMStoreSizeOfType(self->layout, type);
	unsigned alignment = LLVMGetAlignment(instruction);
	int is_aligned = size && (alignment >= 8 || alignment % size == 0);

	if (size == 0 || td_weave_is_private(pointer) || is_argument_spill(instruction))
		return;
	td_weave_before(self, instruction);
	announce(self, pointer, size, hooks_for(is_write, is_aligned, LLVMGetVolatile(instruction)), is_write);
	keep(instruction);
}

/* A copy between two places that others can see is one hook, which also copies: one event, one place to switch.  If one
 * side is private the other is announced and the copy stays as it is. */
static void weave_copy(struct weaver *self, LLVMValueRef call, const char *hook)
{
	LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
	int to_private = td_weave_is_private(to), from_private = td_weave_is_private(from);
	LLVMValueRef args[3] = { to, from, NULL };

	if (to_private && from_private)
		return;
	td_weave_before(self, call);
	if (to_private || from_private) {
		announce_range(self, to_private ? from : to, size, from_private);
		return;
	}
	args[2] = LLVMBuildZExtOrBitCast(self->builder, size, self->int64, "");
	td_weave_call(self, hook, self->pointer, args, 3);
	LLVMInstructionEraseFromParent(call);
}

static void weave_fill(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef args[3] = { LLVMGetOperand(call, 0), NULL, NULL };

	if (td_weave_is_private(args[0]))
		return;
	td_weave_before(self, call);
	args[1] = LLVMBuildZExt(self->builder, LLVMGetOperand(call, 1), self->int32, "");
	args[2] = LLVMBuildZExtOrBitCast(self->builder, LLVMGetOperand(call, 2), self->int64, "");
	td_weave_call(self, "__tsan_memset", self->pointer, args, 3);
	LLVMInstructionEraseFromParent(call);
}

/* Otherwise the optimiser would turn strlen(p) == 0 into a load that no hook has announced.  The function's own wrapper
 * in the runtime is the hook. */
static void keep_library_call(struct weaver *self, LLVMValueRef call, const char *callee)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("nobuiltin", strlen("nobuiltin"));

	for (size_t i = 0; i < sizeof td_wrapped / sizeof *td_wrapped; i++)
		if (strcmp(callee, td_wrapped[i]) == 0)
			LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
			                         LLVMCreateEnumAttribute(self->context, kind, 0));
}

void td_weave_call_site(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length;
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	if (strncmp(name, "llvm.memcpy.", 12) == 0)
		weave_copy(self, call, "__tsan_memcpy");
	else if (strncmp(name, "llvm.memmove.", 13) == 0)
		weave_copy(self, call, "__tsan_memmove");
	else if (strncmp(name, "llvm.memset.", 12) == 0)
		weave_fill(self, call);
	else if (strncmp(name, "__atomic_", 9) == 0)
		td_weave_atomic_library(self, call, name);
	else
		keep_library_call(self, call, name);
}
