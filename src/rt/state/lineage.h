/* Which thread is which, in executions that create threads in different orders.
 *
 * A thread's number is the order of its creation, so with several creators the same thread has different numbers in
 * different executions.  Its lineage is who created it and as which child, and does not change.  A systematic search gives
 * every lineage that it meets a small number of its own and keeps it: the thread's name number. */
#ifndef TD_RT_LINEAGE_H
#define TD_RT_LINEAGE_H

#include "fiber.h"

void td_lineage_setup(void);
void td_lineage_reset(void);                                    /* a new search */
int td_lineage_is_kept(void);                                   /* by the job under way */
uint64_t td_lineage_of_child(const struct td_fiber *creator);   /* of the next one; NULL: of main */
uint32_t td_lineage_number(uint64_t lineage);                   /* of the thread that is being created */

#endif
