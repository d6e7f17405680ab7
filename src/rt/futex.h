/* A futex is two things: a word, which only a wait looks at, and the list of those who sleep there, which waits, wakes and those who
 * give up change.  So a wake and a store to the word do not depend on each other. */
#ifndef TD_RT_FUTEX_H
#define TD_RT_FUTEX_H

#include "fiber.h"

static inline int td_is_on_futex(enum td_kind kind)
{
	return kind == TD_FUTEX_WAIT || kind == TD_FUTEX_WAKE_UP || kind == TD_FUTEX_WAKE;
}

/* Where the list is for a search: beside all memory. */
static inline uint64_t td_futex_list(uint64_t word)
{
	return word | 1ull << 62;
}

#endif
