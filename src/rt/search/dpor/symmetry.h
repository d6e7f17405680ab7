/* Threads that are alike (--reduce symmetry).
 *
 * Two threads with one creator that were started with the same function and argument, and have since done the same to the same
 * objects and seen the same values, are in the same state: exchanging them changes nothing, so of what begins with one of them
 * and what begins with the other only one is tried.  A thread's likeness is a hash of all that; the same means alike.
 *
 * This holds while nobody can tell them apart.  A thread that leaves a pointer to its own memory where others see it, has
 * children or does something whose result is not in the hash is like nobody from then on.  When the program asks for a thread's
 * identity, or does something after one of them has ended and before all have been joined, symmetry does not apply: the search
 * begins anew without it, and the tool says why. */
#ifndef TD_RT_SYMMETRY_H
#define TD_RT_SYMMETRY_H

#include "search.h"
#include "rt/state.h"

void td_symmetry_setup(void);
int td_symmetry_is_used(void);
void td_symmetry_begin(struct td_fiber *first);                    /* an execution */
void td_symmetry_created(struct td_fiber *fiber);
void td_symmetry_did(struct td_fiber *fiber, uint64_t value);     /* the operation it had pending */
void td_symmetry_wrote(struct td_fiber *fiber, const struct td_footprint *footprint); /* ... and what it wrote is in memory now */
void td_symmetry_joined(struct td_fiber *self, const struct td_fiber *fiber, int wants_result);
void td_symmetry_named(const struct td_fiber *fiber, uint64_t pc); /* somebody uses this thread's identity */
void td_symmetry_ended(void);                                      /* the execution, while its fibres are still there */
void td_symmetry_leaving(struct td_fiber *fiber, uint64_t pc);     /* the program ends by it */
uint64_t td_likeness_at_start(uint32_t name_number);               /* also when the execution is over */

#endif
