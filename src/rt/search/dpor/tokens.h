/* Posts and waits of a semaphore that need not be ordered (--reduce pv; Lei and Carver 2006 call them P and V).
 *
 * Two waits are dependent.  A post is independent of posts, and of waits that are possible without it.  A wait that is
 * not possible without a post depends on the first post that would do.  If another post would do as well, the wait
 * races with the first one. */
#ifndef TD_RT_TOKENS_H
#define TD_RT_TOKENS_H

#include "search.h"

/* The step under way touches an object that `last` has touched last. */
void td_tokens_meet(uint32_t step, struct td_touch *touch, uint32_t last);

#endif
