/* The fingerprint of an execution: the same for two that order dependent events alike, and for no others.
 *
 * Each event has a hash of what it is, of what its thread did before and of the events that it depends on; a fingerprint is the sum
 * over the last ones of all threads. */
#ifndef TD_RT_FINGERPRINT_H
#define TD_RT_FINGERPRINT_H

#include "rt/state.h"

void td_fingerprint_setup(void);
void td_fingerprint_reset(void);
void td_fingerprint_mark(void);  /* see mark.h */
void td_fingerprint_back(void);

/* The fibre does `what` to memory, or to the object at this address if size is 0. */
void td_fingerprint(struct td_fiber *fiber, uint64_t object, uint32_t size, int writes, uint64_t what);

#endif
