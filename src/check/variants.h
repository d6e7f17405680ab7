/* The race variants of an execution: the beginnings of others that differ from it in the outcome of races.
 *
 * A row of the race table becomes a variant: everything that no change controls is kept, the changed touches come last, and
 * what it has must be possible in some order.  Running such a prefix and then anything gives an execution of another class
 * (prefix-based testing).  Done with the variants of all executions found this way, beginning with any, each class comes up
 * once, without a history of what was tried.
 *
 * Two things go beyond the paper, which has messages instead of memory.  A read that is given an older value must come before
 * the write that replaced it, and that may be impossible while everything else is kept; then something has to give way: the
 * touch of which this is so is opened, that is, left to a partner that does not exist yet.  And a step may touch several
 * objects; a combination of changes that would tear it is left out.
 *
 * A thread that is barred in a variant must not fill a place that the variant left open, for another variant lets it;
 * it may go on when a new step has filled the place.  An execution in which no new step can is worth nothing from there
 * on.
 */
#ifndef TD_CHECK_VARIANTS_H
#define TD_CHECK_VARIANTS_H

#include "race_table.h"

struct td_change {
	uint32_t touch, rival;
};

struct td_variant {
	uint32_t row;            /* of the race table */
	struct td_change *changes;
	uint32_t change_count;
	uint32_t *opened;        /* touches */
	uint32_t opened_count;
	uint32_t *steps;         /* the prefix, in an order in which it can happen */
	uint32_t step_count;
	struct td_kept *kept;    /* the same and what threads are about to do, for the lineage of what follows it */
	uint32_t kept_count;
};

struct td_variants {
	struct td_steps *steps;
	struct td_timestamps *all, *past;
	struct td_race_sets *sets;
	struct td_lineage *lineage;
	struct td_race_table *table;
	struct td_variant *items;
	size_t count, room;
};

enum { TD_MOST_VARIANTS = 4096 };

/* All of it for a trace; with MOST 0 only its races, place by place.  NULL if it is too long, said in one line. */
struct td_variants *td_variants_make(const struct td_trace *trace, uint32_t most);
void td_variants_free(struct td_variants *self);

#endif
