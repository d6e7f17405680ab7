/* What of a function's frame and registers nobody will look at any more.
 *
 * Two rounds of a loop leave different things behind: what the first one has read lies in a local variable when the second begins, and
 * before the first, whatever was there.  That makes no difference if it is overwritten before it is read.  The code of the
 * function says so: it is read once for each place where a thread has stood (machine.h), and what may be read on some way from there is
 * live.  A variable whose address is taken, other than for a hook, may be read by anybody and is live; so is everything in a function
 * that is not understood, that catches exceptions, or that has no frame pointer.  A function that is come back to by longjmp is taken
 * for one that is not. */
#ifndef TD_RT_DEAD_H
#define TD_RT_DEAD_H

#include <stdint.h>

enum { TD_DEAD_BYTES = 256 };

struct td_dead {
	uint64_t ip;
	uint64_t bytes[TD_DEAD_BYTES / 64]; /* of the frame, a bit for each, from the frame pointer downwards */
	uint16_t registers;      /* of those that a function preserves */
};

/* When the function that begins at `start` goes on at `ip`, after a call; NULL: nothing is dead. */
const struct td_dead *td_dead_at(uint64_t ip, uint64_t start);

static inline int td_dead_is_byte(const struct td_dead *self, uint64_t below)
{
	return below && below <= TD_DEAD_BYTES && self->bytes[(below - 1) / 64] >> (below - 1) % 64 & 1;
}

#endif
