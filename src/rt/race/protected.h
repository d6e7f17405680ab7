/* Accesses that something else orders.
 *
 * Two accesses to the same memory by different threads, one of which writes, are mostly kept apart: by a lock, by a message, because
 * one thread waits for the other.  Then their order follows from that of the operations which keep them apart.  So a search that tries all
 * orders of these need not know of the accesses, and nothing is lost if they are no events, as long as race.h finds them ordered
 * in every execution.  Where it does not, the memory is contended: that is learned, as it is learned what is shared, and the search begins anew
 * with accesses to it as events.
 *
 * So happens-before must not order more than a search does, which takes only operations on the same thing to depend on each other.  There
 * are operations with which it may: what is sent to one descriptor is perhaps received from another, atomic stretches exclude each
 * other, whatever they do, and a thread is ordered behind whoever cancels it, before it looks.  Where one of these tells a thread something that it does
 * not know otherwise, all accesses are events from then on (td_protected_refuse). */
#ifndef TD_RT_PROTECTED_H
#define TD_RT_PROTECTED_H

#include "race_cells.h"

extern uint8_t td_protected_is_on;        /* in this execution */

void td_protected_begin(void);            /* an execution, when it is known whether races are looked for */

/* Is this memory, which may be shared, not known to be contended? */
int td_protected_has(uint64_t address, uint64_t size);

/* Is the operation that the fibre comes to one of the two that the job is to end at?  These are events wherever they are. */
int td_protected_is_target(const struct td_fiber *fiber);

/* Nothing orders these two: from the next execution on such accesses are events. */
void td_protected_met(const struct td_seen *earlier, const struct td_seen *later);

/* The fibre's pending operation orders more than a search knows of. */
void td_protected_refuse(const struct td_fiber *fiber);

/* There was no room for what has to be known of accesses. */
void td_protected_too_many(void);

#endif
