#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "wire/adopted.h"

enum { EXIT_COULD_NOT = 2, EXIT_WRONG_USE = 64, EXIT_BUG = 70 };

static _Noreturn void stop(int status, const char *what, const char *detail)
{
	fprintf(stderr, "treadle-weave: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
	exit(status);
}

static void open_module(struct weaver *self, const char *path)
{
	LLVMMemoryBufferRef buffer;
	char *message = NULL;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
		stop(EXIT_COULD_NOT, path, message);
	self->context = LLVMContextCreate();
	if (LLVMParseBitcodeInContext2(self->context, buffer, &self->module))
		stop(EXIT_COULD_NOT, path, "not a bitcode file that LLVM " LLVM_VERSION_STRING " can read");
	LLVMDisposeMemoryBuffer(buffer);
	self->builder = LLVMCreateBuilderInContext(self->context);
	self->layout = LLVMGetModuleDataLayout(self->module);
	self->none = LLVMVoidTypeInContext(self->context);
	self->byte = LLVMInt8TypeInContext(self->context);
	self->int32 = LLVMInt32TypeInContext(self->context);
	self->int64 = LLVMInt64TypeInContext(self->context);
	self->pointer = LLVMPointerType(self->byte, 0);
}

/* A newer LLVM reads an older one's bitcode, but clang could not read what comes out; say so here, where it is plain. */
static void check_version(struct weaver *self)
{
	LLVMValueRef ident;
	const char *text, *version;
	unsigned length;
	char message[128];

	if (LLVMGetNamedMetadataNumOperands(self->module, "llvm.ident") == 0)
		return;
	LLVMGetNamedMetadataOperands(self->module, "llvm.ident", &ident);
	text = LLVMGetMDString(LLVMGetNumOperands(ident) ? LLVMGetOperand(ident, 0) : ident, &length);
	version = text ? strstr(text, "clang version ") : NULL;
	if (!version || atoi(version + strlen("clang version ")) == LLVM_VERSION_MAJOR)
		return;
	snprintf(message, sizeof message, "this treadle was built for clang %d, the compiler is clang %d", LLVM_VERSION_MAJOR,
	         atoi(version + strlen("clang version ")));
	stop(EXIT_COULD_NOT, message, NULL);
}

static void promote_locals(struct weaver *self)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failure = LLVMRunPasses(self->module, "function(mem2reg)", NULL, options);

	if (failure)
		stop(EXIT_BUG, "mem2reg", LLVMGetErrorMessage(failure));
	LLVMDisposePassBuilderOptions(options);
}

/* Attributes by which a function promises not to change memory, or not to look at it.  With hooks inside it does, and the
 * optimiser must neither drop nor merge its calls. */
static const char *const promises[] = { "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly",
                                        "inaccessiblemem_or_argmemonly", "memory", "nosync", "speculatable" };

static void forget_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	if (kind)
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

static void forget_promises(LLVMValueRef function)
{
	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
		forget_attribute(function, promises[i]);
}

static void forget_call_promises(LLVMValueRef call)
{
	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i]));

		if (kind)
			LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
	}
}

/* Two calls of abort, or of one function in both arms of an if, must not become one, which would have no place in the source. */
static void keep_call(struct weaver *self, LLVMValueRef call)
{
	forget_call_promises(call);
	LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, td_weave_attribute(self, "nomerge"));
}

static void weave_instruction(struct weaver *self, LLVMValueRef instruction)
{
	if (self->volatile_is_atomic && (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) && !td_weave_is_atomic(instruction))
		td_weave_make_atomic(self, instruction);
	if (td_weave_is_atomic(instruction)) {
		td_weave_atomic(self, instruction);
	} else if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) {
		td_weave_access(self, instruction);
	} else if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)) {
		LLVMValueRef callee = LLVMGetCalledValue(instruction);

		if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
			keep_call(self, instruction);
		if (LLVMIsAInlineAsm(callee))
			td_weave_assembly(self, instruction);
		else
			td_weave_call_site(self, instruction);
	}
}

static void weave_function(struct weaver *self, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction, next;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
		for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = next) {
			next = LLVMGetNextInstruction(instruction);
			weave_instruction(self, instruction);
		}
	}
}

/* Where such a function does nothing, the runtime takes its calls over: there must be calls. */
static int may_be_adopted(LLVMValueRef function)
{
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	for (int i = 0; i < TD_ADOPTED; i++)
		if (!strcmp(name, td_adopted_names[i]))
			return 1;
	return 0;
}

/* Verification benchmarks: the body of a function with such a name runs as one step.  The runtime knows these functions by
 * their addresses; it has to hear when one begins and ends. */
static int is_atomic_body(LLVMValueRef function)
{
	static const char prefix[] = "__VERIFIER_atomic_";
	size_t length;

	return !strncmp(LLVMGetValueName2(function, &length), prefix, sizeof prefix - 1) && !may_be_adopted(function);
}

/* An assumption that does not hold ends in abort; the runtime tells by the address which call of it that is. */
static int is_assumption(LLVMValueRef function)
{
	size_t length;

	return !strcmp(LLVMGetValueName2(function, &length), "assume_abort_if_not");
}

static void keep_out_of_line(struct weaver *self, LLVMValueRef function)
{
	if (td_weave_has_attribute(function, "alwaysinline"))
		return;
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, td_weave_attribute(self, "noinline"));
}

/* Out of line alone is not enough: calls of what is known to do nothing are left out. */
static void keep_calls(struct weaver *self, LLVMValueRef function)
{
	forget_attribute(function, "alwaysinline");
	keep_out_of_line(self, function);
	forget_attribute(function, "minsize");
	forget_attribute(function, "optsize");
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, td_weave_attribute(self, "optnone"));
}

static void weave_atomic_body(struct weaver *self, LLVMValueRef function)
{
	LLVMValueRef nowhere = LLVMConstNull(self->pointer);
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	/* Inlined, it would no longer be at its address. */
	keep_out_of_line(self, function);
	td_weave_before(self, LLVMGetFirstInstruction(block));
	td_weave_call(self, "__tsan_func_entry", self->none, &nowhere, 1);
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

		if (!last || !LLVMIsAReturnInst(last))
			continue;
		td_weave_before(self, last);
		td_weave_call(self, "__tsan_func_exit", self->none, NULL, 0);
	}
}

/* A resolver of an indirect function runs inside the dynamic linker, before there is a runtime to call. */
static int is_resolver(struct weaver *self, LLVMValueRef function)
{
	LLVMValueRef indirect = LLVMGetFirstGlobalIFunc(self->module);

	for (; indirect; indirect = LLVMGetNextGlobalIFunc(indirect))
		if (td_weave_base(LLVMGetGlobalIFuncResolver(indirect)) == function)
			return 1;
	return 0;
}

static int is_left_alone(struct weaver *self, LLVMValueRef function)
{
	return LLVMIsDeclaration(function) || td_weave_has_attribute(function, "disable_sanitizer_instrumentation") ||
	       td_weave_has_attribute(function, "naked") || is_resolver(self, function);
}

static void weave_module(struct weaver *self)
{
	LLVMValueRef function, last = LLVMGetLastFunction(self->module);

	/* Hooks and helpers are added behind the last function; they are not woven. */
	for (function = LLVMGetFirstFunction(self->module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMGetIntrinsicID(function) == 0)
			forget_promises(function);
		if (!is_left_alone(self, function)) {
			weave_function(self, function);
			if (is_atomic_body(function))
				weave_atomic_body(self, function);
			/* With a frame of its own, a local that is used after the return lies where nothing is in use. */
			if (is_assumption(function) || td_weave_lends_locals(function))
				keep_out_of_line(self, function);
			if (may_be_adopted(function))
				keep_calls(self, function);
		}
		if (function == last)
			break;
	}
}

static void close_module(struct weaver *self, const char *path)
{
	char *message = NULL;

	if (LLVMVerifyModule(self->module, LLVMReturnStatusAction, &message))
		stop(EXIT_BUG, "BUG: the woven module is not valid", message);
	if (LLVMWriteBitcodeToFile(self->module, path))
		stop(EXIT_COULD_NOT, path, "cannot be written");
	LLVMDisposeMessage(message);
	LLVMDisposeBuilder(self->builder);
	LLVMDisposeModule(self->module);
	LLVMContextDispose(self->context);
	td_sources_clear(&self->sources);
}

int main(int argc, char **argv)
{
	struct weaver weaver = { 0 };

	for (; argc > 3; argc--, argv++)
		if (!strcmp(argv[1], "--volatile=atomic"))
			weaver.volatile_is_atomic = 1;
		else if (!strcmp(argv[1], "-O0"))
			weaver.is_not_optimised = 1;
		else
			break;
	if (argc != 3)
		stop(EXIT_WRONG_USE, "usage: treadle-weave [--volatile=atomic] [-O0] IN.bc OUT.bc", NULL);
	open_module(&weaver, argv[1]);
	check_version(&weaver);
	td_weave_sites(&weaver);
	if (!weaver.is_not_optimised)
		promote_locals(&weaver);
	weave_module(&weaver);
	close_module(&weaver, argv[2]);
	return 0;
}
