/* Atomic operations: each is replaced by a call of the hook that performs it.
 *
 * Hooks take integers of the operation's size; pointers and floating-point values go through casts.  Memory orders are
 * those of C11's memory_order.
 */
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

static const char *const loads[5] = { "__tsan_atomic8_load", "__tsan_atomic16_load", "__tsan_atomic32_load",
                                      "__tsan_atomic64_load", "__tsan_atomic128_load" };
static const char *const stores[5] = { "__tsan_atomic8_store", "__tsan_atomic16_store", "__tsan_atomic32_store",
                                       "__tsan_atomic64_store", "__tsan_atomic128_store" };
static const char *const swaps[5] = { "__tsan_atomic8_compare_exchange_val", "__tsan_atomic16_compare_exchange_val",
                                      "__tsan_atomic32_compare_exchange_val", "__tsan_atomic64_compare_exchange_val",
                                      "__tsan_atomic128_compare_exchange_val" };
static const char *const exchanges[5] = { "__tsan_atomic8_exchange", "__tsan_atomic16_exchange",
                                          "__tsan_atomic32_exchange", "__tsan_atomic64_exchange",
                                          "__tsan_atomic128_exchange" };
static const char *const adds[5] = { "__tsan_atomic8_fetch_add", "__tsan_atomic16_fetch_add", "__tsan_atomic32_fetch_add",
                                     "__tsan_atomic64_fetch_add", "__tsan_atomic128_fetch_add" };
static const char *const subs[5] = { "__tsan_atomic8_fetch_sub", "__tsan_atomic16_fetch_sub", "__tsan_atomic32_fetch_sub",
                                     "__tsan_atomic64_fetch_sub", "__tsan_atomic128_fetch_sub" };
static const char *const ands[5] = { "__tsan_atomic8_fetch_and", "__tsan_atomic16_fetch_and", "__tsan_atomic32_fetch_and",
                                     "__tsan_atomic64_fetch_and", "__tsan_atomic128_fetch_and" };
static const char *const ors[5] = { "__tsan_atomic8_fetch_or", "__tsan_atomic16_fetch_or", "__tsan_atomic32_fetch_or",
                                    "__tsan_atomic64_fetch_or", "__tsan_atomic128_fetch_or" };
static const char *const xors[5] = { "__tsan_atomic8_fetch_xor", "__tsan_atomic16_fetch_xor", "__tsan_atomic32_fetch_xor",
                                     "__tsan_atomic64_fetch_xor", "__tsan_atomic128_fetch_xor" };
static const char *const nands[5] = { "__tsan_atomic8_fetch_nand", "__tsan_atomic16_fetch_nand",
                                      "__tsan_atomic32_fetch_nand", "__tsan_atomic64_fetch_nand",
                                      "__tsan_atomic128_fetch_nand" };

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5, UNUSED_RESULT = 0x100 /* see rt/hooks/atomic.c */ };

enum { MOST_PASSED_ON = 4 };

static unsigned order_number(LLVMAtomicOrdering order)
{
	switch (order) {
	case LLVMAtomicOrderingAcquire: return ACQUIRE;
	case LLVMAtomicOrderingRelease: return RELEASE;
	case LLVMAtomicOrderingAcquireRelease: return ACQ_REL;
	case LLVMAtomicOrderingSequentiallyConsistent: return SEQ_CST;
	default: return RELAXED;
	}
}

/* A compare-and-swap's order when it fails: the same without its release. */
static unsigned failure_order(unsigned order)
{
	return order == ACQ_REL ? ACQUIRE : order == RELEASE ? RELAXED : order;
}

int td_weave_is_atomic(LLVMValueRef instruction)
{
	if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
		return LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
	return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) || LLVMIsAFenceInst(instruction);
}

void td_weave_make_atomic(struct weaver *self, LLVMValueRef instruction)
{
	int is_write = LLVMIsAStoreInst(instruction) != NULL;
	LLVMTypeRef type = LLVMTypeOf(is_write ? LLVMGetOperand(instruction, 0) : instruction);
	uint64_t size = LLVMStoreSizeOfType(self->layout, type);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	int is_scalar = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;

	if (!LLVMGetVolatile(instruction) || !is_scalar || size > 8 || !td_weave_sized(loads, size) ||
	    LLVMGetAlignment(instruction) % size || td_weave_is_private(LLVMGetOperand(instruction, is_write)))
		return;
	LLVMSetOrdering(instruction, is_write ? LLVMAtomicOrderingRelease : LLVMAtomicOrderingAcquire);
}

static LLVMTypeRef integer_like(struct weaver *self, LLVMTypeRef type)
{
	return LLVMIntTypeInContext(self->context, (unsigned)(8 * LLVMStoreSizeOfType(self->layout, type)));
}

static LLVMValueRef to_integer(struct weaver *self, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), integer = integer_like(self, type);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(self->builder, value, integer, "");
	return LLVMBuildBitCast(self->builder, value, integer, "");
}

static LLVMValueRef from_integer(struct weaver *self, LLVMValueRef value, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(self->builder, value, type, "");
	return LLVMBuildBitCast(self->builder, value, type, "");
}

/* The hook for an operation on a type, or NULL where there is none; such an operation stays as it is. */
static const char *hook_for(struct weaver *self, const char *const names[5], LLVMTypeRef type)
{
	return td_weave_sized(names, LLVMStoreSizeOfType(self->layout, type));
}

static void replace(LLVMValueRef instruction, LLVMValueRef value)
{
	LLVMReplaceAllUsesWith(instruction, value);
	LLVMInstructionEraseFromParent(instruction);
}

static void weave_load(struct weaver *self, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMValueRef args[2] = { LLVMGetOperand(load, 0), td_weave_int32(self, order_number(LLVMGetOrdering(load))) };
	LLVMValueRef value = td_weave_call(self, hook_for(self, loads, type), integer_like(self, type), args, 2);

	replace(load, from_integer(self, value, type));
}

static void weave_store(struct weaver *self, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	LLVMValueRef args[3] = { LLVMGetOperand(store, 1), to_integer(self, value),
	                         td_weave_int32(self, order_number(LLVMGetOrdering(store))) };

	td_weave_call(self, hook_for(self, stores, LLVMTypeOf(value)), self->none, args, 3);
	LLVMInstructionEraseFromParent(store);
}

static LLVMValueRef call_swap(struct weaver *self, LLVMValueRef pointer, LLVMValueRef expected, LLVMValueRef desired,
                              unsigned success, unsigned failure)
{
	LLVMTypeRef type = LLVMTypeOf(expected);
	LLVMValueRef args[5] = { pointer, expected, desired, td_weave_int32(self, success), td_weave_int32(self, failure) };

	return td_weave_call(self, hook_for(self, swaps, type), type, args, 5);
}

/* The instruction yields the value seen and whether that was the expected one. */
static void weave_swap(struct weaver *self, LLVMValueRef swap)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(swap, 1));
	LLVMValueRef expected = to_integer(self, LLVMGetOperand(swap, 1));
	LLVMValueRef desired = to_integer(self, LLVMGetOperand(swap, 2));
	LLVMValueRef seen = call_swap(self, LLVMGetOperand(swap, 0), expected, desired,
	                              order_number(LLVMGetCmpXchgSuccessOrdering(swap)),
	                              order_number(LLVMGetCmpXchgFailureOrdering(swap)));
	LLVMValueRef equal = LLVMBuildICmp(self->builder, LLVMIntEQ, seen, expected, "");
	LLVMValueRef pair = LLVMGetUndef(LLVMTypeOf(swap));

	pair = LLVMBuildInsertValue(self->builder, pair, from_integer(self, seen, type), 0, "");
	replace(swap, LLVMBuildInsertValue(self->builder, pair, equal, 1, ""));
}

static LLVMValueRef pick(struct weaver *self, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(self->builder, LLVMBuildICmp(self->builder, predicate, a, b, ""), a, b, "");
}

/* The last operation that apply() below knows; newer versions of LLVM add theirs at the end of the list. */
#if LLVM_VERSION_MAJOR >= 15
static const LLVMAtomicRMWBinOp last_known = LLVMAtomicRMWBinOpFMin;

static LLVMValueRef pick_float(struct weaver *self, LLVMRealPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef is_number = LLVMBuildFCmp(self->builder, LLVMRealORD, a, a, "");
	LLVMValueRef keep = LLVMBuildFCmp(self->builder, predicate, a, b, "");

	/* As fmin and fmax do: a NaN loses against a number. */
	return LLVMBuildSelect(self->builder, LLVMBuildAnd(self->builder, keep, is_number, ""), a, b, "");
}
#else
static const LLVMAtomicRMWBinOp last_known = LLVMAtomicRMWBinOpFSub;
#endif

/* The new value of an operation that has no hook of its own. */
static LLVMValueRef apply(struct weaver *self, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef operand)
{
	switch (op) {
	case LLVMAtomicRMWBinOpMax: return pick(self, LLVMIntSGT, old, operand);
	case LLVMAtomicRMWBinOpMin: return pick(self, LLVMIntSLT, old, operand);
	case LLVMAtomicRMWBinOpUMax: return pick(self, LLVMIntUGT, old, operand);
	case LLVMAtomicRMWBinOpUMin: return pick(self, LLVMIntULT, old, operand);
	case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(self->builder, old, operand, "");
	case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(self->builder, old, operand, "");
#if LLVM_VERSION_MAJOR >= 15
	/* Unordered, so that a NaN operand loses too. */
	case LLVMAtomicRMWBinOpFMax: return pick_float(self, LLVMRealUGT, old, operand);
	case LLVMAtomicRMWBinOpFMin: return pick_float(self, LLVMRealULT, old, operand);
#endif
	default: return NULL;
	}
}

/* The body of a helper: load, then compare-and-swap until it succeeds. */
static void fill_helper(struct weaver *self, LLVMValueRef helper, LLVMAtomicRMWBinOp op, LLVMTypeRef type, unsigned order)
{
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(self->context, helper, "");
	LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(self->context, helper, "");
	LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(self->context, helper, "");
	LLVMValueRef pointer = LLVMGetParam(helper, 0), args[2] = { pointer, td_weave_int32(self, RELAXED) };
	LLVMTypeRef integer = integer_like(self, type);
	LLVMValueRef first, old, seen, value, equal;

	LLVMPositionBuilderAtEnd(self->builder, entry);
	first = td_weave_call(self, hook_for(self, loads, type), integer, args, 2);
	LLVMBuildBr(self->builder, again);
	LLVMPositionBuilderAtEnd(self->builder, again);
	old = LLVMBuildPhi(self->builder, integer, "");
	value = apply(self, op, from_integer(self, old, type), LLVMGetParam(helper, 1));
	seen = call_swap(self, pointer, old, to_integer(self, value), order, failure_order(order));
	equal = LLVMBuildICmp(self->builder, LLVMIntEQ, seen, old, "");
	LLVMBuildCondBr(self->builder, equal, done, again);
	LLVMAddIncoming(old, (LLVMValueRef[]){ first, seen }, (LLVMBasicBlockRef[]){ entry, again }, 2);
	LLVMPositionBuilderAtEnd(self->builder, done);
	LLVMBuildRet(self->builder, from_integer(self, seen, type));
}

/* Operations without a hook become a loop.  It is a function of its own, since the C interface cannot split a block; the
 * optimiser puts it in place, and with it the source line of the call. */
static LLVMValueRef helper_for(struct weaver *self, LLVMAtomicRMWBinOp op, LLVMTypeRef type, unsigned order)
{
	char name[64];
	char *type_name = LLVMPrintTypeToString(type);
	unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
	LLVMTypeRef params[2] = { self->pointer, type };
	LLVMValueRef helper;

	snprintf(name, sizeof name, "treadle.rmw.%d.%s.%u", (int)op, type_name, order);
	LLVMDisposeMessage(type_name);
	helper = LLVMGetNamedFunction(self->module, name);
	if (helper)
		return helper;
	helper = LLVMAddFunction(self->module, name, LLVMFunctionType(type, params, 2, 0));
	LLVMSetLinkage(helper, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(helper, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(self->context, kind, 0));
	LLVMSetCurrentDebugLocation2(self->builder, NULL);
	fill_helper(self, helper, op, type, order);
	return helper;
}

static void weave_by_loop(struct weaver *self, LLVMValueRef rmw, LLVMAtomicRMWBinOp op)
{
	LLVMTypeRef type = LLVMTypeOf(rmw);
	LLVMValueRef args[2], helper;

	if (op > last_known) {
		fprintf(stderr, "treadle-weave: an atomic operation is not woven: the compiler made one that is not known\n");
		return;
	}
	helper = helper_for(self, op, type, order_number(LLVMGetOrdering(rmw)));
	td_weave_before(self, rmw);
	args[0] = LLVMBuildBitCast(self->builder, LLVMGetOperand(rmw, 0), self->pointer, "");
	args[1] = LLVMGetOperand(rmw, 1);
	replace(rmw, LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(helper), helper, args, 2, ""));
}

static const char *const *rmw_hooks(LLVMAtomicRMWBinOp op)
{
	switch (op) {
	case LLVMAtomicRMWBinOpXchg: return exchanges;
	case LLVMAtomicRMWBinOpAdd: return adds;
	case LLVMAtomicRMWBinOpSub: return subs;
	case LLVMAtomicRMWBinOpAnd: return ands;
	case LLVMAtomicRMWBinOpOr: return ors;
	case LLVMAtomicRMWBinOpXor: return xors;
	case LLVMAtomicRMWBinOpNand: return nands;
	default: return NULL;
	}
}

/* `x += 1` makes an addition of its own to the result, which must not be used either. */
static int is_used(LLVMValueRef value, int depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		int passes_on = LLVMIsABinaryOperator(user) || LLVMIsACastInst(user);

		if (!passes_on || depth == 0 || is_used(user, depth - 1))
			return 1;
	}
	return 0;
}

/* The runtime is told of additions whose order makes no difference. */
static unsigned order_of_rmw(LLVMValueRef rmw)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(rmw);
	int adds = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub;

	return order_number(LLVMGetOrdering(rmw)) | (adds && !is_used(rmw, MOST_PASSED_ON) ? UNUSED_RESULT : 0);
}

static void weave_rmw(struct weaver *self, LLVMValueRef rmw)
{
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(rmw);
	const char *const *hooks = rmw_hooks(op);
	LLVMTypeRef type = LLVMTypeOf(rmw);
	LLVMValueRef args[3], value;

	if (!hooks) {
		weave_by_loop(self, rmw, op);
		return;
	}
	args[0] = LLVMGetOperand(rmw, 0);
	args[1] = to_integer(self, LLVMGetOperand(rmw, 1));
	args[2] = td_weave_int32(self, order_of_rmw(rmw));
	value = td_weave_call(self, hook_for(self, hooks, type), integer_like(self, type), args, 3);
	replace(rmw, from_integer(self, value, type));
}

/* The C interface of LLVM 14 tells neither the order nor the scope of a fence; its text does. */
static void weave_fence(struct weaver *self, LLVMValueRef fence)
{
	char *text = LLVMPrintValueToString(fence);
	int in_thread = strstr(text, "singlethread") != NULL;
	unsigned order = strstr(text, " acq_rel") ? ACQ_REL : strstr(text, " acquire") ? ACQUIRE :
	                 strstr(text, " release") ? RELEASE : SEQ_CST;
	LLVMValueRef arg = td_weave_int32(self, order);

	LLVMDisposeMessage(text);
	td_weave_call(self, in_thread ? "__tsan_atomic_signal_fence" : "__tsan_atomic_thread_fence", self->none, &arg, 1);
	LLVMInstructionEraseFromParent(fence);
}

/* The thread's own segment: a hook could not be told where that is, and no other thread gets there. */
static int is_in_other_space(LLVMValueRef instruction)
{
	LLVMValueRef pointer = LLVMIsAFenceInst(instruction) ? NULL : LLVMGetOperand(instruction, LLVMIsAStoreInst(instruction) ? 1 : 0);

	return pointer && LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0;
}

void td_weave_atomic(struct weaver *self, LLVMValueRef instruction)
{
	if (is_in_other_space(instruction))
		return;
	td_weave_before(self, instruction);
	if (LLVMIsALoadInst(instruction))
		weave_load(self, instruction);
	else if (LLVMIsAStoreInst(instruction))
		weave_store(self, instruction);
	else if (LLVMIsAAtomicCmpXchgInst(instruction))
		weave_swap(self, instruction);
	else if (LLVMIsAAtomicRMWInst(instruction))
		weave_rmw(self, instruction);
	else
		weave_fence(self, instruction);
}
