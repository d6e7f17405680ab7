/* Hooks around an instruction of inline assembly that gcc has compiled (weave/assembly.h).  Anything may be in the registers
 * there, and the instruction's result may be in the flags, so all of them are kept.
 *
 * The woven code leaves 128 bytes below its stack pointer alone, where a function that calls nobody has its variables, and pushes
 * what the hooks have to know; the instruction is executed with all that on the stack. */
#include "assembly.h"

#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"
#include "wire/assembly.h"

struct around {
	uint64_t r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax, flags, rbp;
	uint64_t pc;
	/* pushed by the woven code */
	uint64_t turn;
	uint64_t what;
	uint64_t address;
	uint64_t kept_rdi;
};

void __treadle_asm_enter(void); /* neither is called from C */
void __treadle_asm_leave(void);
void td_asm_entered(struct around *around);
void td_asm_left(struct around *around);

#define HOOK(name, function)                                                                                                    \
	__asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n"                                                \
		".cfi_startproc\n"                                                                                              \
		"pushq %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset 6, -16\n"                                                      \
		"movq %rsp, %rbp\n.cfi_def_cfa_register 6\n"                                                                    \
		"pushfq\npushq %rax\npushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\n"                                          \
		"pushq %r8\npushq %r9\npushq %r10\npushq %r11\n"                                                                \
		"movq %rsp, %rdi\nandq $-16, %rsp\nsubq $256, %rsp\ncld\n"                                                      \
		"movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"                \
		"movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"             \
		"movups %xmm8, 128(%rsp)\nmovups %xmm9, 144(%rsp)\nmovups %xmm10, 160(%rsp)\nmovups %xmm11, 176(%rsp)\n"        \
		"movups %xmm12, 192(%rsp)\nmovups %xmm13, 208(%rsp)\nmovups %xmm14, 224(%rsp)\nmovups %xmm15, 240(%rsp)\n"      \
		"call " function "\n"                                                                                           \
		"movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"                \
		"movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"             \
		"movups 128(%rsp), %xmm8\nmovups 144(%rsp), %xmm9\nmovups 160(%rsp), %xmm10\nmovups 176(%rsp), %xmm11\n"        \
		"movups 192(%rsp), %xmm12\nmovups 208(%rsp), %xmm13\nmovups 224(%rsp), %xmm14\nmovups 240(%rsp), %xmm15\n"      \
		"leaq -80(%rbp), %rsp\n"                                                                                        \
		"popq %r11\npopq %r10\npopq %r9\npopq %r8\npopq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\npopq %rax\n"             \
		"popfq\npopq %rbp\n.cfi_def_cfa 7, 8\nret\n"                                                                    \
		".cfi_endproc\n.size " name ", .-" name "\n")

HOOK("__treadle_asm_enter", "td_asm_entered");
HOOK("__treadle_asm_leave", "td_asm_left");

/* Whether a thread goes round in circles is told by its stack and the registers that a call preserves (local_state.h).  A loop
 * in assembly may count in another one, so these are made part of the stack. */
static uint64_t registers_of(const struct around *around)
{
	return td_hash_words(0, (uint64_t)&around->r11, (uint64_t)&around->rbp);
}

static void string_instruction(const struct around *around, enum td_asm_kind kind)
{
	uint64_t count = around->what & TD_ASM_REPEATED ? around->rcx : 1;
	uint64_t size = count * (around->what & TD_ASM_SIZE_MASK);
	int goes_down = around->flags >> 10 & 1;
	if (!td_current || !size || goes_down)
		return;
	if (kind == TD_ASM_FILL)
		td_access_range(around->rdi, size, 1, around->pc);
	else
		td_access_copy(around->rdi, around->rsi, size, around->pc);
}

static void *begin(const struct around *around, enum td_asm_kind kind)
{
	volatile void *address = (volatile void *)around->address;
	uint64_t size = around->what & TD_ASM_SIZE_MASK;
	if (kind == TD_ASM_SWAP && size <= 8)
		return td_asm_begin_swap(address, size, around->rax, around->pc);
	return td_asm_begin(address, size, kind == TD_ASM_SWAP ? TD_ASM_READ_AND_WRITE : (int)kind, around->pc);
}

static enum td_asm_kind kind_of(const struct around *around)
{
	return around->what >> TD_ASM_KIND_SHIFT & 0xff;
}

void td_asm_entered(struct around *around)
{
	enum td_asm_kind kind = kind_of(around);
	void *turn = NULL;
	around->turn = registers_of(around);
	if (kind == TD_ASM_FENCE)
		td_asm_fence(around->pc);
	else if (kind == TD_ASM_FILL || kind == TD_ASM_COPY)
		string_instruction(around, kind);
	else
		turn = begin(around, kind);
	around->turn = (uint64_t)turn;
}

/* A compare-and-swap has told by the zero flag whether it was one. */
void td_asm_left(struct around *around)
{
	struct td_fiber *turn = (struct td_fiber *)around->turn;
	int has_failed = kind_of(around) == TD_ASM_SWAP && !(around->flags >> 6 & 1);
	around->turn = registers_of(around);
	if (turn)
		td_asm_end(turn, (volatile void *)around->address, around->what & TD_ASM_SIZE_MASK, has_failed, &around->pc);
}
