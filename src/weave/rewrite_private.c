/* Which memory is private.
 *
 * A local (or an argument passed by value on the stack) is private if its address is only ever used to access it: every use
 * is a load, a store into it, a copy, a mark of its lifetime, or arithmetic whose result is used in the same way.  Anything
 * else, a call that is handed the address above all, lets it escape, and from then on every access to it is woven, also
 * those to its fields and elements.
 */
#include "rewrite.h"

#include <string.h>

LLVMValueRef td_weave_base(LLVMValueRef pointer)
{
	for (;;) {
		int is_step = LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer);

		if (!is_step && LLVMIsAConstantExpr(pointer)) {
			LLVMOpcode op = LLVMGetConstOpcode(pointer);

			is_step = op == LLVMGetElementPtr || op == LLVMBitCast;
		}
		if (!is_step)
			return pointer;
		pointer = LLVMGetOperand(pointer, 0);
	}
}

static int is_harmless_intrinsic(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.lifetime.", "llvm.memcpy.", "llvm.memmove.", "llvm.memset.",
	                                     "llvm.va_start", "llvm.va_end", "llvm.va_copy", "llvm.dbg.",
	                                     "llvm.invariant." };
	size_t length;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return 1;
	return 0;
}

static int escapes(LLVMValueRef pointer);

static int use_lets_escape(LLVMValueRef user, LLVMValueRef pointer)
{
	if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
		return 0;
	if (LLVMIsAStoreInst(user) || LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) {
		unsigned address = LLVMIsAStoreInst(user) ? 1 : 0;

		for (int i = 0; i < LLVMGetNumOperands(user); i++)
			if ((unsigned)i != address && LLVMGetOperand(user, (unsigned)i) == pointer)
				return 1;
		return 0;
	}
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user))
		return escapes(user);
	return !LLVMIsACallInst(user) || !is_harmless_intrinsic(user);
}

static int escapes(LLVMValueRef pointer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (use_lets_escape(LLVMGetUser(use), pointer))
			return 1;
	return 0;
}

static int is_by_value(LLVMValueRef argument)
{
	LLVMValueRef function = LLVMGetParamParent(argument);
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));

	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == argument)
			return LLVMGetEnumAttributeAtIndex(function, i + 1, kind) != NULL;
	return 0;
}

int td_weave_is_private(LLVMValueRef pointer)
{
	LLVMValueRef base = td_weave_base(pointer);

	if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0)
		return 1;
	if (LLVMIsAGlobalVariable(base))
		return LLVMIsGlobalConstant(base);
	if (LLVMIsAAllocaInst(base) || (LLVMIsAArgument(base) && is_by_value(base)))
		return !escapes(base);
	return 0;
}

int td_weave_lends_locals(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
			if (LLVMIsAAllocaInst(instruction) && escapes(instruction))
				return 1;
	return 0;
}
