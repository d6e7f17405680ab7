/* Inline assembly that gcc compiles: what the woven code tells the runtime's __treadle_asm_enter and __treadle_asm_leave about an
 * instruction (weave/assembly.h says how), as (kind << 8 | bytes). */
#ifndef TD_WIRE_ASSEMBLY_H
#define TD_WIRE_ASSEMBLY_H

enum td_asm_kind {
	TD_ASM_READ,
	TD_ASM_WRITE,
	TD_ASM_READ_AND_WRITE,
	TD_ASM_SWAP, /* cmpxchg */
	TD_ASM_FENCE,
	TD_ASM_FILL, /* stos; bytes of one element */
	TD_ASM_COPY  /* movs */
};

enum { TD_ASM_KIND_SHIFT = 8, TD_ASM_SIZE_MASK = 0xff, TD_ASM_REPEATED = 1 << 16 /* rep: as often as rcx says */ };

#endif
