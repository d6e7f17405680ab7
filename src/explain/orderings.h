/* Orders of two events that conflict, in the execution that is explained, and what is known about them.
 *
 * An ordering is there in another execution if the first event came, and the second did not come before it; where both
 * came, they must have to do with each other there as well, as far apart in memory as here.  A set of orderings is
 * sufficient if every execution that has all of them fails; it is minimal if each ordering is needed for that: without
 * it, some execution that has the others passes. */
#ifndef TD_EXPLAIN_ORDERINGS_H
#define TD_EXPLAIN_ORDERINGS_H

#include "observations.h"

struct td_ordering {
	td_watched first, second; /* the same one twice: not its place matters but what it came to */
	uint32_t first_thread, second_thread;
	uint32_t first_at, second_at; /* in the failing execution */
	uint64_t first_pc, second_pc;
	uint32_t round; /* of those of two places, from the latest */
	bool first_writes, second_writes;
	uint32_t object; /* that they conflict at: of the steps, UINT32_MAX if the failing execution has nothing like it
			  */
	bool is_memory;  /* ... and that is memory */
	uint64_t apart;  /* from the address of the first to that of the second */
	bool is_attempt; /* the second is what the failing thread did when it failed */
	bool can_turn;   /* where the failing execution ended, both had happened or could still come */
	bool is_foreign; /* the second is known from passing executions alone */
};

struct td_orderings {
	const struct td_steps *steps;
	const struct td_observations *seen;
	struct td_ordering *items;
	size_t count, room;
	uint32_t own;            /* the first so many are not foreign */
	uint64_t **has;          /* of each: a bit for each execution that has it */
	uint64_t *passed, *same; /* a bit for each execution that passed, or failed in the same way */
	uint32_t words;          /* of a row of bits */
};

/* Those of the failing execution (STEPS) that are next to each other at their object, those of the passing ones that
 * are watched that it has the other way round, and outcomes that are a matter of choice; but none that all executions
 * have. */
struct td_orderings *td_orderings_make(const struct td_steps *steps, const struct td_observations *seen);
void td_orderings_free(struct td_orderings *self);

/* An execution that has all orderings and passed: it did something that no ordering tells of.  SIZE_MAX: there is
 * none. */
size_t td_orderings_counterexample(const struct td_orderings *self);

/* How many executions have all of a set, and how many of these passed, or failed in the same way. */
struct td_support {
	uint32_t passed, same, other;
};

struct td_support td_support_of(const struct td_orderings *self, const uint32_t *set, uint32_t count);

/* A set that is minimal, out of all of them; it needs not be the only one.  The first `kept` of `set` are given and
 * stay.  Returns how many there are in `set`, 0 if all orderings together are not sufficient.  Those that are told
 * later are left out first; only the first `limit` of all are used. */
uint32_t td_orderings_minimal(const struct td_orderings *self, uint32_t limit, uint32_t *set, uint32_t kept);

#endif
