/* Who has accessed what: see race.h. */
#ifndef TD_RT_RACE_CELLS_H
#define TD_RT_RACE_CELLS_H

#include "rt/state.h"

enum { TD_CONTEXT_LATER = 0xffffffff };

/* One access that later ones may race with, or the one that is looked at. */
struct td_seen {
	uint64_t pc, op;
	uint64_t address;        /* of the whole access */
	uint32_t size;
	uint32_t clock;          /* the thread's own number then */
	uint32_t context;         /* 0: it has none; TD_CONTEXT_LATER: not looked for yet */
	uint32_t event;
	uint32_t next;           /* in its cell; 0: none */
	uint16_t thread;
	uint16_t lockset;
	uint8_t mask;            /* which of the eight bytes are still its own */
	uint8_t access;          /* TD_ACCESS_* */
};

void td_cells_setup(void);
void td_cells_reset(void);
void td_cells_mark(void); /* see mark.h */
int td_cells_are_full(void);

/* The fibre's pending operation, an access, is the last event. */
void td_cells_access(const struct td_fiber *fiber);

/* It gives a block back: that conflicts with all that was done with it.  What comes after it is a use of freed memory. */
void td_cells_free(const struct td_fiber *fiber);
void td_cells_forget(uint64_t start, uint64_t end);

#endif
