/* Data races, in every execution: two accesses to the same bytes by different threads, one of them a write, not both atomic,
 * neither of which happened before the other.
 *
 * Happens-before is that of C11 and POSIX (race_sync.c has the rules, race_clock.h the clocks): what threads learn of each other
 * by creating and joining, by locks, semaphores, messages and the like, and by atomics according to their memory order.  The
 * order in which the execution happened to make two accesses does not count, so one execution shows races of many.
 *
 * race_cells.c remembers for each eight bytes who has accessed which of them since when, as far as a later access could still
 * race with it, and looks at each access that becomes an event.  race_book.c writes down how places are accessed and which pairs of
 * such contexts have met.
 *
 * A race changes nothing in the execution: it is noted, and told when the execution is over (td_race_commit).  Only if the job
 * asks for it (job.race) does the execution end, at the second access.
 */
#ifndef TD_RT_RACE_H
#define TD_RT_RACE_H

#include "rt/state.h"

extern uint8_t td_race_is_on;          /* in this execution */
extern uint8_t td_race_is_awaited;     /* so far there was nothing that could race */

void td_race_setup(void);
void td_race_reset(void);              /* a new execution */
void td_race_mark(void);               /* see mark.h */
void td_race_back(void);
int td_race_was_met(void);             /* one that nobody knew, in this execution */
uint32_t td_race_commit(void);         /* it is over: how many races it had that nobody knew */

/* The fibre has done its pending operation, which is the last event. */
void td_race_event(struct td_fiber *fiber);

/* ... and nothing was known that could race. */
void td_race_await(const struct td_fiber *fiber);

/* What `before` has done so far happens before what `after` does from now on. */
void td_race_order(const struct td_fiber *before, const struct td_fiber *after);

/* The fibre lets go of something at this address, or gets hold of it. */
void td_race_release(const struct td_fiber *fiber, uint64_t address);
void td_race_acquire(const struct td_fiber *fiber, uint64_t address);
void td_race_acquire_unordered(const struct td_fiber *fiber, uint64_t address); /* where a search does not order the two threads */

/* A message takes along what its sender knows; 0 is a message that knows nothing. */
uint32_t td_race_send(const struct td_fiber *fiber);
void td_race_receive(const struct td_fiber *fiber, uint32_t message);

/* Atomics: one that is no event because nobody else is known to touch the place, and fences. */
void td_race_private_atomic(const struct td_fiber *fiber, uint64_t address, uint32_t size, enum td_kind kind);
void td_race_fence(const struct td_fiber *fiber, int order);

/* An atomic stretch of the fibre's ends: such stretches exclude each other, as if they held one lock. */
void td_race_stretch_over(const struct td_fiber *fiber);

/* The memory has been put to a new use: what was done with it before concerns nobody. */
void td_race_fresh(uint64_t start, uint64_t end);

/* Races there are intended. */
void td_race_benign(uint64_t start, uint64_t size);

#endif
