/* Small pieces of memory for the search, in memory that forked children share. */
#ifndef TD_RT_POOL_H
#define TD_RT_POOL_H

#include "os.h"

void *td_pool_take(size_t size);           /* zeroed */
void td_pool_give(void *piece, size_t size);
void td_pool_reset(void);                  /* forget everything */
void *td_pool_table(size_t size);          /* for ever, zeroed, touched only when used */

#endif
