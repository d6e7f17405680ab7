/* What counts as a read and as a write when executions are told apart by which write each read has read from, and the fingerprint
 * of that: brute force can print it too, which is how the search for one execution of each class is checked.
 *
 * Loads read, stores write, read-modify-writes do both; a compare-and-swap that fails only reads.  An operation on a
 * synchronisation object reads what the one before it left and writes it anew, unless it only looks (sem_getvalue).  Giving memory
 * back reads and writes it.  A futex is a word of memory and, for who waits for whom, an object at the same address. */
#ifndef TD_RT_READSFROM_PRINT_H
#define TD_RT_READSFROM_PRINT_H

#include "rt/state.h"

#define TD_RF_OBJECT (1ull << 63) /* set in the address of a synchronisation object: it is a byte beside memory */

struct td_rf_access_kind {
	uint8_t reads, writes;
};

struct td_rf_access_kind td_rf_kind_of(const struct td_pending *op); /* what it does to its bytes, or to its object */
int td_rf_is_futex(const struct td_pending *op);

void td_rf_print_reset(void);                      /* a new execution */
void td_rf_print(const struct td_fiber *fiber);    /* it does its pending operation */
void td_rf_print_also(const struct td_fiber *fiber, uint64_t object);
void td_rf_print_outcome(const struct td_fiber *fiber, uint32_t outcome); /* of a choice */
uint64_t td_rf_print_sum(void);                    /* of the execution */

#endif
