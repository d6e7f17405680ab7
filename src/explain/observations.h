/* What other executions of the program did with the events of one execution that failed, and of one that passed.
 *
 * An event is known in other executions as an occurrence: the n-th event of its thread at its place.  For each
 * execution that was looked at, the table says when each of them came, if it came at all, and how the execution ended.
 * What a thread was about to do at the end counts as an occurrence that comes last, so that a deadlock can be told by
 * its orders. */
#ifndef TD_EXPLAIN_OBSERVATIONS_H
#define TD_EXPLAIN_OBSERVATIONS_H

#include <stdbool.h>

#include "check/steps.h"
#include "explore/constraints.h"

/* What happened in the failing execution: an event of it.  Behind those, by thread, what its threads were about to do.
 * Behind those, the events of the passing execution that the failing one did not come to. */
typedef uint32_t td_watched;

struct td_observed {
	bool passed, is_same; /* is_same: it ended in the finding that is explained */
	uint32_t *at;         /* of each that is watched: from 1, 0 if it did not come */
	uint32_t *outcome;    /* ... what it came to: a choice, a wait that gave up */
	uint64_t *object;     /* ... and what it acted upon */
};

struct td_observations {
	const struct td_trace *trace;
	const struct td_trace *passing; /* NULL: none is known */
	td_watched *of_passing;         /* of each of its events */
	uint64_t key;                   /* of the finding */
	uint32_t watched_count;
	uint32_t pair_count; /* threads at places */
	struct td_site_watch *pairs;
	uint32_t *table; /* from hash to pair + 1 */
	uint32_t table_size;
	uint64_t *prints; /* fingerprints of those that were looked at, hashed; 0: free */
	struct td_observed *items;
	size_t count, room;
	uint64_t passed, failed, same;
};

/* Of the trace of the steps, with what threads were about to do at its end; PASSING may be NULL. */
struct td_observations *td_observations_make(const struct td_steps *steps, const struct td_trace *passing,
					     uint64_t key);
void td_observations_free(struct td_observations *self);

/* Looks at the last execution in the channel, if it is of a class that has not been looked at; false if there is no
 * room for more. */
bool td_observe(struct td_observations *self, const struct td_channel *channel);

/* The one by which a step touches an object, for the first time, or writing if it writes; UINT32_MAX: the one that it
 * begins with. */
td_watched td_watched_of(const struct td_steps *steps, uint32_t step, uint32_t object);

/* What is known of one. */
struct td_watched_event {
	const struct td_trace *trace; /* that it is shown by */
	uint32_t thread, site, name;
	uint8_t kind;
	bool happened; /* in the failing execution */
	uint64_t pc, object;
	uint32_t at; /* its number there; what did not happen comes behind all that did */
};

struct td_watched_event td_watched_event(const struct td_observations *self, td_watched what);

/* It is the so many-th event of its thread at its place. */
uint32_t td_occurrence_number(const struct td_observations *self, td_watched what);

/* It as it is known in all executions, its place among those of the constraints. */
struct td_occurrence td_occurrence_of(const struct td_observations *self, td_watched what,
				      struct td_constraints *constraints);

#endif
