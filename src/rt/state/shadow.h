/* What is known of each eight bytes (a granule) of the program's memory: which thread has touched it, whether more than one
 * has, whether it is free heap memory.
 *
 * A granule that only one thread has ever touched cannot be a place where threads notice each other, so accesses to it are
 * no events.  When a second thread comes, the granule is learned, and is shared from the next execution on: within one
 * execution the set never changes, so an execution is a function of the set and of the schedule.  Constants, which nobody can change, are
 * not shared, however many threads read them.
 *
 * One 16-bit entry a granule in a two-level table: 2^25 pointers to leaves for 4 MiB each, made when first touched. */
#ifndef TD_RT_SHADOW_H
#define TD_RT_SHADOW_H

#include "rt/sys.h"

enum {
	TD_SHADOW_SHARED = 0x8000,
	TD_SHADOW_NO_ACCESS = 0x4000, /* freed, or between heap blocks */
	TD_SHADOW_PRIMITIVE = 0x2000, /* a synchronisation object begins here */
	TD_SHADOW_CONTENDED = 0x1000, /* accesses have met there that nothing orders, see protected.h */
	TD_SHADOW_MET = 0x800,        /* ... in this execution */
	TD_SHADOW_OWNER = 0x7ff,      /* tag of the only thread that touched it, 0: none yet */
	TD_SHADOW_MANY = 0x7ff,       /* learned in this execution, or a constant */
	TD_SHADOW_LEAF_BITS = 22
};

extern uint16_t **td_shadow_top;

void td_shadow_setup(void);
uint16_t *td_shadow_leaf(uint64_t address); /* makes it */

/* The entry of the granule, made if need be. */
static inline uint16_t *td_shadow(uint64_t address)
{
	uint16_t *leaf = td_shadow_top[address << 17 >> (17 + TD_SHADOW_LEAF_BITS)];
	if (unlikely(!leaf))
		leaf = td_shadow_leaf(address);
	return &leaf[address >> 3 & ((1u << (TD_SHADOW_LEAF_BITS - 3)) - 1)];
}

/* Set and clear bits for all granules of [start, end). */
void td_shadow_mark(uint64_t start, uint64_t end, uint16_t set, uint16_t clear);

/* The same where there are entries; makes none.  Entries that are as wanted are not written to. */
void td_shadow_mark_made(uint64_t start, uint64_t end, uint16_t set, uint16_t clear);

/* All bits that some granule of [start, end) has, and whether all of them have just these. */
uint16_t td_shadow_any(uint64_t start, uint64_t end);
uint16_t td_shadow_any_made(uint64_t start, uint64_t end); /* the same; makes no entries */
int td_shadow_all(uint64_t start, uint64_t end, uint16_t entry);

/* The first granule of [start, end) that somebody has touched; `end` if there is none.  Makes no entries. */
uint64_t td_shadow_first(uint64_t start, uint64_t end);

/* A second thread has touched the granule: shared from the next execution on, unless it is a constant. */
void td_shadow_learn(uint64_t address);
void td_shadow_learn_contended(uint64_t address); /* accesses to it have met that nothing orders: likewise */
int td_shadow_apply_learned(void);   /* between executions; nonzero if there was anything new */
void td_shadow_apply_ranges(void);   /* what the channel says: at start */
void td_shadow_forget_ranges(void);  /* the tool has emptied the channel's list */

#endif
