/* Posts and waits of a semaphore that need not be ordered (--reduce pv).
 *
 * Waits depend on each other; a post depends on neither posts nor waits, but a wait needs as many posts as there is no count for.
 * Of several that would do it is said to need the first, and might have come before that one if there is another, whenever it
 * comes. */
#ifndef TD_RT_TOKENS_H
#define TD_RT_TOKENS_H

#include "search.h"

/* The step under way touches an object that `last` has touched last. */
void td_tokens_meet(uint32_t step, struct td_touch *touch, uint32_t last);

#endif
