/* Crowds: candidates of the same rank that are about to do the same operation of the program, in threads that began in
 * the same function.
 *
 * A hundred workers at one place are one thing to try, and not a hundred: for all that is known it makes no difference
 * which of them goes on.  A search draws among crowds, and then in the crowd; the rest of it is left as one point. */
#ifndef TD_RT_CROWD_H
#define TD_RT_CROWD_H

#include "rt/state.h"

struct td_crowd {
	uint64_t key;
	uint64_t order; /* the caller's */
	uint32_t rank, size;
	uint16_t drawn;      /* one of its threads */
	uint8_t has_current; /* the thread that runs is one of them */
};

void td_crowds_setup(void);

/* Those of the candidates; the list is good until the next call. */
struct td_crowd *td_crowds_find(const struct td_fiber *current, uint32_t (*rank_of)(const struct td_fiber *fiber),
				uint32_t *count);

/* The one with the next number in the thread's crowd, and behind the last the first; NULL: it is alone. */
struct td_fiber *td_crowd_next(const struct td_fiber *fiber, uint32_t (*rank_of)(const struct td_fiber *fiber));

#endif
