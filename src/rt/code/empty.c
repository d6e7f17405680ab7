#include "empty.h"

#include "machine.h"

enum { RETURN = 0xc3 };

static int is_one_of(const uint8_t *target, const void *const *hooks)
{
	for (; target && *hooks; hooks++)
		if (target == *hooks)
			return 1;
	return 0;
}

/* Straight on to the return.  What it leaves in registers or in its frame is seen by no other function. */
int td_code_is_empty(const uint8_t *start, const uint8_t *end, const void *const *hooks)
{
	struct td_instruction at;
	for (; start < end && td_instruction_read(start, &at); start += at.length) {
		if (at.flow == TD_FLOW_RETURN)
			return start[at.length - 1] == RETURN;
		if (at.flow == TD_FLOW_CALL ? !is_one_of(at.target, hooks) : at.flow != TD_FLOW_ON)
			return 0;
		if (at.names_memory && !at.touches_frame)
			return 0;
	}
	return 0;
}
