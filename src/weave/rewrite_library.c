/* Atomic operations that the compiler left to the library, since the processor may not have them: sixteen bytes.
 *
 * Newer versions of clang call functions for that size, whose shape is that of the hooks; older ones call the functions for
 * any size, which take their operands through pointers.  Other sizes are done by the library under a lock, and stay calls.
 */
#include "rewrite.h"

#include <string.h>

static LLVMTypeRef wide(struct weaver *self)
{
	return LLVMIntTypeInContext(self->context, 128);
}

static LLVMValueRef operand_at(struct weaver *self, LLVMValueRef pointer)
{
	pointer = LLVMBuildBitCast(self->builder, pointer, LLVMPointerType(wide(self), 0), "");
	return LLVMBuildLoad2(self->builder, wide(self), pointer, "");
}

static void put_result(struct weaver *self, LLVMValueRef value, LLVMValueRef pointer)
{
	pointer = LLVMBuildBitCast(self->builder, pointer, LLVMPointerType(wide(self), 0), "");
	LLVMBuildStore(self->builder, value, pointer);
}

static void weave_generic_load(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef args[2] = { LLVMGetOperand(call, 1), LLVMGetOperand(call, 3) };

	put_result(self, td_weave_call(self, "__tsan_atomic128_load", wide(self), args, 2), LLVMGetOperand(call, 2));
}

static void weave_generic_store(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef args[3] = { LLVMGetOperand(call, 1), operand_at(self, LLVMGetOperand(call, 2)),
	                         LLVMGetOperand(call, 3) };

	td_weave_call(self, "__tsan_atomic128_store", self->none, args, 3);
}

static void weave_generic_exchange(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef args[3] = { LLVMGetOperand(call, 1), operand_at(self, LLVMGetOperand(call, 2)),
	                         LLVMGetOperand(call, 4) };

	put_result(self, td_weave_call(self, "__tsan_atomic128_exchange", wide(self), args, 3), LLVMGetOperand(call, 3));
}

static void weave_generic_swap(struct weaver *self, LLVMValueRef call)
{
	LLVMValueRef args[5] = { LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
	                         operand_at(self, LLVMGetOperand(call, 3)), LLVMGetOperand(call, 4),
	                         LLVMGetOperand(call, 5) };
	LLVMValueRef done = td_weave_call(self, "__tsan_atomic128_compare_exchange_strong", self->int32, args, 5);

	done = LLVMBuildIntCast2(self->builder, done, LLVMTypeOf(call), 0, "");
	LLVMReplaceAllUsesWith(call, done);
}

static void weave_generic(struct weaver *self, LLVMValueRef call, const char *callee)
{
	LLVMValueRef size = LLVMGetOperand(call, 0);

	if (!LLVMIsACallInst(call) || !LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) != 16)
		return;
	td_weave_before(self, call);
	if (strcmp(callee, "__atomic_load") == 0)
		weave_generic_load(self, call);
	else if (strcmp(callee, "__atomic_store") == 0)
		weave_generic_store(self, call);
	else if (strcmp(callee, "__atomic_exchange") == 0)
		weave_generic_exchange(self, call);
	else if (strcmp(callee, "__atomic_compare_exchange") == 0)
		weave_generic_swap(self, call);
	else
		return;
	LLVMInstructionEraseFromParent(call);
}

static const struct { const char *library, *hook; } same_shape[] = {
	{ "__atomic_load_16", "__tsan_atomic128_load" },
	{ "__atomic_store_16", "__tsan_atomic128_store" },
	{ "__atomic_exchange_16", "__tsan_atomic128_exchange" },
	{ "__atomic_compare_exchange_16", "__tsan_atomic128_compare_exchange_strong" },
	{ "__atomic_fetch_add_16", "__tsan_atomic128_fetch_add" },
	{ "__atomic_fetch_sub_16", "__tsan_atomic128_fetch_sub" },
	{ "__atomic_fetch_and_16", "__tsan_atomic128_fetch_and" },
	{ "__atomic_fetch_or_16", "__tsan_atomic128_fetch_or" },
	{ "__atomic_fetch_xor_16", "__tsan_atomic128_fetch_xor" },
	{ "__atomic_fetch_nand_16", "__tsan_atomic128_fetch_nand" },
};

void td_weave_atomic_library(struct weaver *self, LLVMValueRef call, const char *callee)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	LLVMValueRef hook;

	for (size_t i = 0; i < sizeof same_shape / sizeof *same_shape; i++) {
		if (strcmp(callee, same_shape[i].library) != 0)
			continue;
		hook = LLVMGetNamedFunction(self->module, same_shape[i].hook);
		if (!hook)
			hook = LLVMAddFunction(self->module, same_shape[i].hook, type);
		hook = LLVMConstBitCast(hook, LLVMPointerType(type, 0));
		LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, hook);
			return;
	}
	weave_generic(self, call, callee);
}
