/* What the runtime writes down about data races, over all executions: the tool reads it, and it outlives processes.
 *
 *   place     the bytes of one access: address and size.
 *   lockset   the locks that a thread holds, each with whether it is held for reading only.  Number 0 is the empty one.
 *   context    how a place is accessed: from where in the program, reading or writing, atomically or not, holding which locks.
 *             One that holds a lock is usual, one that holds none unusual.
 *   pair      two contexts of different threads that have met at a place and conflict: one of them writes, and not both are atomic.
 *   race      a pair that met unordered: neither access happened before the other.
 *
 * Access contexts, pairs and locksets are numbered once and kept, so that a later execution that brings the same pair takes over what is
 * known about it.
 */
#ifndef TD_WIRE_RACE_H
#define TD_WIRE_RACE_H

#include <stdint.h>

enum {
	TD_MAX_LOCKSETS = 1 << 12,
	TD_LOCKS_IN_SET = 8,   /* of more, the first ones are known */
	TD_MAX_CONTEXTS = 1 << 17,
	TD_MAX_PAIRS = 1 << 17,
	TD_MAX_RACES = 1 << 10,
	TD_RACE_FRAMES = 16
};

enum { TD_ACCESS_WRITES = 1, TD_ACCESS_ATOMIC = 2 };

struct td_lockset {
	uint32_t count;
	uint32_t shared;       /* a bit for each that is held for reading */
	uint64_t locks[TD_LOCKS_IN_SET]; /* addresses */
};

struct td_access_context {
	uint64_t address, pc;
	uint32_t size;
	uint16_t lockset;
	uint8_t access;        /* TD_ACCESS_* */
	uint8_t used;          /* the entry is filled; written last */
	uint64_t count;        /* accesses */
};

/* How the accesses of a pair were kept apart when they met. */
enum { TD_PAIR_LOCKED = 1 /* by a lock that both hold */, TD_PAIR_ORDERED = 2 /* otherwise */, TD_PAIR_RACED = 4 /* not at all */,
       TD_PAIR_BENIGN = 8 /* not at all, and that is intended */ };

struct td_pair {
	uint32_t context[2];    /* the smaller number first; numbers begin with 1, so 0 is a free entry */
	uint32_t met;          /* TD_PAIR_* */
};

/* One side of a race: [0] came first, [1] is the one at which it was noticed. */
struct td_data_race {
	uint64_t execution;    /* its number */
	uint64_t pc[2], address[2], op[2];
	uint32_t size[2], thread[2], context[2];
	uint8_t access[2];
	uint8_t adjacent;      /* nothing came between the two */
	uint32_t frame_count;
	uint64_t frames[TD_RACE_FRAMES]; /* of the second: pc[1] and its callers */
};

struct td_race_book {
	uint32_t lock;         /* held by the process that adds something */
	uint32_t lockset_count, context_count, pair_count, race_count;
	uint32_t full;         /* some table was too small: not every context and pair is known */
	struct td_lockset locksets[TD_MAX_LOCKSETS];
	struct td_access_context contexts[TD_MAX_CONTEXTS]; /* by hash; the number of a context is its index + 1 */
	struct td_pair pairs[TD_MAX_PAIRS];       /* by hash */
	struct td_data_race races[TD_MAX_RACES];       /* each pair of places in the program once */
};

/* What a schedule that is followed is to stop at: the second access of a race.  Threads and numbers of operations; none if op[1]
 * is 0, for they begin with 1. */
struct td_race_target {
	uint32_t thread[2];
	uint64_t op[2];
};

/* Does a lock keep the two apart? */
static inline int td_locksets_exclude(const struct td_lockset *a, const struct td_lockset *b)
{
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			if (a->locks[i] == b->locks[k] && !(a->shared >> i & b->shared >> k & 1))
				return 1;
	return 0;
}

#endif
