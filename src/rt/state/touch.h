/* What an operation touches, as a search and the fingerprint have to know it.
 *
 *   touch   one thing that a step touches: memory, a synchronisation object, a flow of a descriptor
 *   use     what an operation does to one of several places at once (flows, the handle of a thread that may be cancelled)
 *
 * Two steps depend on each other if they are of one thread, or if one writes what the other touches. */
#ifndef TD_RT_TOUCH_H
#define TD_RT_TOUCH_H

#include "wire/ops.h"

enum { TD_NO_STEP = 0xffffffff, TD_ANY_OUTCOME = 0xffff, TD_SEARCH_THREADS = 64 };

/* A thread with a larger number is refused when it takes its first step. */
static inline uint64_t td_thread_bit(uint32_t thread)
{
	return 1ull << thread % TD_SEARCH_THREADS;
}

/* Writers that come to the same in either order, if --reduce says so (see td_touches_commute). */
enum td_group {
	TD_GROUP_NONE,
	TD_GROUP_ADDS,           /* to the same variable, results not used */
	TD_GROUP_SAME,           /* of the same value */
	TD_GROUP_POSTS,          /* of a semaphore, with each other and with takes */
	TD_GROUP_TAKES           /* of a semaphore; not with each other */
};

/* One thing that a step touches. */
struct td_touch {
	uint64_t address;
	uint32_t size;           /* 0: a synchronisation object */
	uint8_t writes;
	uint8_t kind;            /* enum td_kind */
	uint8_t could;           /* what was possible before: TD_COULD_* */
	uint8_t knows_found;
	uint8_t is_swap;         /* a compare-and-swap: whether it writes depends on what it finds */
	uint8_t group;           /* enum td_group */
	uint8_t joint;           /* enum td_joint: whether the step is possible is a matter of all its touches that say so */
	uint32_t before;         /* the step that touched the object last; synchronisation objects only */
	uint64_t found, expected; /* memory: the value before; what a compare-and-swap wants that to be; semaphore: its count before */
	uint64_t with;           /* ADDS: what is added; SAME: the value written; TAKES: the step + 1 whose post it needed, or 0 */
};

/* Their places lie where no memory can be, and there is room enough that no two have the same. */
#define TD_FLOW_FIRST (1ull << 48)
#define TD_FLOW_LAST (TD_FLOW_FIRST + (1ull << 44))

enum {
	TD_FD_ELSEWHERE = 1,
	TD_MOST_USES = 8,    /* who asks about more at once depends on everything */
	TD_MAX_FDS = 1024
};

enum td_joint { TD_JOINT_NO, TD_JOINT_ALL /* what each needs */, TD_JOINT_ANY /* what one of them needs is enough */ };

/* What an operation does to one flow; kind: what for, TD_NONE if it needs nothing there. */
struct td_use {
	uint64_t place;
	uint8_t writes, kind;
};

struct td_uses {
	uint32_t count;
	uint8_t joint;       /* enum td_joint, if there are several */
	struct td_use items[TD_MOST_USES];
};

static inline int td_is_on_descriptor(enum td_kind kind)
{
	return td_op_acts_on(kind, TD_ON_DESCRIPTOR);
}

/* An operation's way: TD_FD_READ or TD_FD_WRITE; others stay what they are. What comes to an address is read where somebody accepts. */
static inline enum td_kind td_flow_way(enum td_kind kind)
{
	if (kind == TD_FD_ACCEPT)
		return TD_FD_READ;
	return kind == TD_FD_BIND || kind == TD_FD_LISTEN || kind == TD_FD_CONNECT ? TD_FD_WRITE : kind;
}

static inline int td_is_on_futex(enum td_kind kind)
{
	return td_op_acts_on(kind, TD_ON_FUTEX);
}

/* Where the list is for a search: beside all memory. */
static inline uint64_t td_futex_list(uint64_t word)
{
	return word | 1ull << 62;
}

/* The side that an operation of this kind changes; other objects have only one. */
static inline uint64_t td_port_side(uint64_t address, enum td_kind kind)
{
	return kind == TD_RECEIVE ? address + 1 : address;
}

#endif
