/* What an instruction of the program's code does to registers that a function must preserve, and to its frame.
 *
 * Only what compilers make of ordinary code is known.  Of an instruction that is not, or that may do more than can be said here, nothing is
 * said at all, and whoever asks has to be satisfied with that. */
#ifndef TD_RT_MACHINE_H
#define TD_RT_MACHINE_H

#include <stdint.h>

enum td_flow { TD_FLOW_ON, TD_FLOW_BRANCH, TD_FLOW_JUMP, TD_FLOW_CALL, TD_FLOW_RETURN };

struct td_instruction {
	uint8_t length;
	uint8_t flow;            /* enum td_flow */
	uint16_t reads, writes;  /* a bit for each register; writes: all of it, whatever it was */
	uint8_t names_memory;    /* it has an operand in memory, and not only for its length as a nop has: */
	uint8_t touches_frame;   /* it names memory by its distance from rbp: */
	uint8_t reads_frame, writes_frame; /* ... and reads or overwrites it */
	uint8_t takes_address;   /* ... or says only where it is, in this register: */
	uint8_t address_in;
	int32_t at;              /* the distance ... */
	uint32_t size;           /* ... and how many bytes */
	int copies_from, copies_to; /* registers, if that is all it does; otherwise -1 */
	const uint8_t *target;   /* of a jump or a call that names it; otherwise NULL */
};

/* 0: it is not known. */
int td_instruction_read(const uint8_t *code, struct td_instruction *into);

#endif
