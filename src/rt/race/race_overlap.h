/* Atomics of different sizes at the same bytes: flags of one byte each that somebody looks at eight at a time, halves of a counter, a
 * pair of words that is swapped as one.
 *
 * What was released is kept by the address of the atomic that released it (race_clock.h).  Whoever reads these bytes by an atomic
 * that begins elsewhere, or goes on further, reads from it all the same, so it needs what is kept at every address whose atomics
 * share a byte with its own.  C11 has no such accesses, but compilers and inline assembly do; a narrow write in the middle of a wide
 * one does not end what the wide one has released, so that more is ordered there than might be.
 */
#ifndef TD_RT_RACE_OVERLAP_H
#define TD_RT_RACE_OVERLAP_H

#include "race_clock.h"

enum { TD_MOST_OVERLAPS = 32 }; /* an atomic begins at one of 16 bytes, or of the 15 before */

struct td_overlap {
	uint64_t address;
	uint32_t size, count;
	struct td_sync *own;     /* at this address */
	struct td_sync *others[TD_MOST_OVERLAPS];
};

/* For an atomic that is done now, which later ones will find in turn. */
void td_overlap_find(struct td_overlap *self, uint64_t address, uint32_t size);

/* Does it write all that an atomic there has written? */
int td_overlap_covers(const struct td_overlap *self, const struct td_sync *other);

#endif
