/* Call stacks, by frame pointers: `treadle cc` sees to it that woven code has them. */
#ifndef TD_RT_FRAMES_H
#define TD_RT_FRAMES_H

#include "fiber.h"

/* The stack of a fibre that stands at pc, frame being its frame pointer there or anywhere further in, inside the runtime.
 * frames gets pc and the return addresses outwards, at most TD_MAX_FRAMES; cfa, if not NULL, where each frame begins or 0.
 * sp: the stack pointer if pc is not in the runtime (a crash), else 0.  Returns how many. */
uint32_t td_frames(const struct td_fiber *fiber, uint64_t pc, uint64_t sp, uint64_t frame, uint64_t *frames, uint64_t *cfa);

/* Does the address lie below all that the program uses of the fibre's stack, frame being its frame pointer somewhere inside the
 * runtime?  There are only frames of the runtime, for the operation that the fibre is about to do, and of functions that have
 * returned.  0 as well where that cannot be told. */
int td_frames_are_above(const struct td_fiber *fiber, uint64_t frame, uint64_t address);

#endif
