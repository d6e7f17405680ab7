#include "rewrite.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

static LLVMMetadataRef location_of(LLVMValueRef instruction)
{
	LLVMMetadataRef location = NULL;

	for (; instruction && !location; instruction = LLVMGetPreviousInstruction(instruction))
		location = LLVMInstructionGetDebugLoc(instruction);
	return location;
}

void td_weave_before(struct weaver *self, LLVMValueRef instruction)
{
	LLVMMetadataRef location = location_of(instruction), scope;

	if (!location) {
		scope = LLVMGetSubprogram(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
		if (scope)
			location = LLVMDIBuilderCreateDebugLocation(self->context, LLVMDISubprogramGetLine(scope), 0,
			                                            scope, NULL);
	}
	LLVMPositionBuilderBefore(self->builder, instruction);
	LLVMSetCurrentDebugLocation2(self->builder, location);
}

LLVMAttributeRef td_weave_attribute(struct weaver *self, const char *name)
{
	return LLVMCreateEnumAttribute(self->context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

/* A hook does not throw, which spares every call an exception edge. */
static LLVMValueRef declare(struct weaver *self, const char *hook, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->module, hook);

	if (!function) {
		function = LLVMAddFunction(self->module, hook, type);
		LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, td_weave_attribute(self, "nounwind"));
	}
	return function;
}

LLVMValueRef td_weave_call(struct weaver *self, const char *hook, LLVMTypeRef result, LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef types[8], type;
	LLVMValueRef call;

	for (unsigned i = 0; i < count; i++) {
		if (LLVMGetTypeKind(LLVMTypeOf(args[i])) == LLVMPointerTypeKind)
			args[i] = LLVMBuildBitCast(self->builder, args[i], self->pointer, "");
		types[i] = LLVMTypeOf(args[i]);
	}
	type = LLVMFunctionType(result, types, count, 0);
	call = LLVMBuildCall2(self->builder, type, declare(self, hook, type), args, count, "");
	/* The calls in the two arms of an if must not become one call, that would have no source line. */
	LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, td_weave_attribute(self, "nomerge"));
	return call;
}

const char *td_weave_sized(const char *const names[5], uint64_t size)
{
	switch (size) {
	case 1: return names[0];
	case 2: return names[1];
	case 4: return names[2];
	case 8: return names[3];
	case 16: return names[4];
	default: return NULL;
	}
}

LLVMValueRef td_weave_int32(struct weaver *self, unsigned value)
{
	return LLVMConstInt(self->int32, value, 0);
}

int td_weave_has_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return kind && LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}
