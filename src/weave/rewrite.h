/* treadle-weave: puts the hooks into a bitcode file, between clang's front end and its optimiser.
 *
 * The front end is run with its optimiser switched off, so the file still has one load or store for each one in the source.
 * Locals whose address is never taken become registers (mem2reg; not at -O0); every other access then gets a call of a hook in
 * front of it.  Hooks are opaque to the optimiser that runs afterwards, so it can neither merge nor move what has been woven.
 * Accesses become volatile, so that it cannot drop them either: a read whose value is not used still crashes if its address
 * is NULL.
 *
 * The hooks have the names that gcc gives them under -fsanitize=thread; one runtime serves both compilers:
 *   __tsan_read1 .. 16, __tsan_write1 .. 16      an aligned access of that size follows
 *   __tsan_unaligned_read2 .. 16, ..._write..    an access that may be unaligned follows
 *   __tsan_read_range, __tsan_write_range        an access of any other size follows
 *   __tsan_memcpy, __tsan_memmove, __tsan_memset done by the hook itself
 *   __tsan_atomic8_* .. 128_*, fences            done by the hook itself
 *   __tsan_func_entry, __tsan_func_exit          around the body of a __VERIFIER_atomic_ function
 *   __treadle_asm_begin, __treadle_asm_end       around inline assembly that has an operand in memory; clang only
 *
 * Private memory, that no other thread can ever name, has no hooks: see rewrite_private.c.
 *
 * Only the C interface of LLVM is used, and only what LLVM 14 and 19 both have.
 */
#ifndef TD_WEAVE_REWRITE_H
#define TD_WEAVE_REWRITE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/source.h"

struct weaver {
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMTargetDataRef layout;
	LLVMTypeRef none, byte, int32, int64, pointer;
	int volatile_is_atomic;  /* treadle cc --volatile=atomic */
	int is_not_optimised;    /* treadle cc -O0: locals stay in memory, so that what is computed for them stays, too */
	int is_cxx;
	struct td_sources sources;
};

/* rewrite_sites.c: puts the site table into the module (sites.h), before anything in it has been changed. */
void td_weave_sites(struct weaver *self);

/* rewrite_hook.c: the calls themselves */

/* Makes the builder insert before an instruction, at its source line or, if it has none, at the nearest known. */
void td_weave_before(struct weaver *self, LLVMValueRef instruction);
/* Calls a hook; arguments of pointer type are cast as needed.  The hook is declared on first use. */
LLVMValueRef td_weave_call(struct weaver *self, const char *hook, LLVMTypeRef result, LLVMValueRef *args, unsigned count);
/* The size-th of five names, for sizes 1, 2, 4, 8 and 16, or NULL for other sizes. */
const char *td_weave_sized(const char *const names[5], uint64_t size);
LLVMValueRef td_weave_int32(struct weaver *self, unsigned value);
LLVMAttributeRef td_weave_attribute(struct weaver *self, const char *name);
int td_weave_has_attribute(LLVMValueRef function, const char *name);

/* rewrite_private.c: what needs no hook */

/* The memory that a pointer points into, as far as it can be told from the pointer alone. */
LLVMValueRef td_weave_base(LLVMValueRef pointer);
/* A local whose address stays in its function, a constant, or another address space: no other code can write it. */
int td_weave_is_private(LLVMValueRef pointer);
/* Has the function a local whose address it lets escape? */
int td_weave_lends_locals(LLVMValueRef function);

/* rewrite_access.c, rewrite_atomic.c: each weaves one instruction if it is of its kind */
void td_weave_access(struct weaver *self, LLVMValueRef instruction);
void td_weave_call_site(struct weaver *self, LLVMValueRef call);
void td_weave_atomic(struct weaver *self, LLVMValueRef instruction);
int td_weave_is_atomic(LLVMValueRef instruction);
/* From now on an access to a volatile object that one instruction can make is atomic, and ordered as x86 orders it. */
void td_weave_make_atomic(struct weaver *self, LLVMValueRef instruction);

/* rewrite_asm.c */
void td_weave_assembly(struct weaver *self, LLVMValueRef call);

/* rewrite_library.c */
void td_weave_atomic_library(struct weaver *self, LLVMValueRef call, const char *callee);

#endif
