/* Memory of the search, which outlives the process and is shared with forked ones: see TD_SEARCH_ADDRESS.
 *
 * Tables have a fixed place, given out in the order of the calls, so every process must ask for the same ones in the same
 * order before its first job.  Pieces come from a stretch that belongs to one worker, but any worker may give them back. */
#ifndef TD_RT_POOL_H
#define TD_RT_POOL_H

#include "os.h"
#include "wire/channel.h"

void *td_pool_table(size_t size);          /* zeroed at first, touched only when used */
void td_pool_setup(void);                  /* after the last table */
void td_pool_reset(uint32_t workers);      /* forget all pieces of so many */
void td_pool_belong(uint32_t worker);      /* from now on pieces are this one's */
void *td_pool_take(size_t size);           /* zeroed */
void td_pool_give(void *piece, size_t size);
int td_pool_is_short(void);                /* so much is taken that what can be done without should be */

#endif
