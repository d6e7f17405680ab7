/* Thread symmetry (--reduce symmetry): threads that are alike are tried in one order only.
 *
 * Two threads are in the same state if one thread created both with the same function and argument, and they have
 * since done the same to the same objects and seen the same values.  Exchanging them changes nothing, so the search
 * tries what begins with one of them.  A thread's likeness is a hash of that history; equal hashes mean alike.
 *
 * This holds while the program cannot tell the threads apart.  A thread that leaves a pointer to its own memory where
 * others see it, has children, or does something whose result is not in the hash, is like no other from then on.  The
 * search begins anew without symmetry, and the tool says why, if the program asks for a thread's identity, or acts
 * after one of them has ended and before all are joined. */
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
void td_symmetry_named(const struct td_fiber *fiber, uint64_t pc); /* a thread uses this thread's identity */
void td_symmetry_ended(void);                                      /* the execution, while its fibres are still there */
void td_symmetry_leaving(struct td_fiber *fiber, uint64_t pc);     /* the program ends by it */
uint64_t td_likeness_at_start(uint32_t name_number);               /* also when the execution is over */

#endif
