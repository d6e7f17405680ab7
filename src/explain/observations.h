/* What other executions of the program did with the events of one execution that failed, and of some that passed.
 *
 * An event is known in other executions as an occurrence: the n-th event of its thread at its place.  For each
 * execution that was looked at, the table has its occurrences in their order, and how it ended.  What a thread was
 * about to do at the end counts as an occurrence that comes last, so that a deadlock can be told by its orders; what
 * the failing thread did when it failed comes just before that. */
#ifndef TD_EXPLAIN_OBSERVATIONS_H
#define TD_EXPLAIN_OBSERVATIONS_H

#include <stdbool.h>

#include "check/steps.h"
#include "explore/constraints.h"
#include "explore/schedule.h"
#include "kinship.h"

/* What happened in the failing execution: an event of it.  Behind those, by thread, what its threads were about to do.
 * Behind those, the events of passing executions that the failing one did not come to. */
typedef uint32_t td_watched;

/* An event of an execution that was looked at. */
struct td_sighting {
	uint64_t object;  /* that it acted upon */
	uint32_t pair;    /* its thread and place; UINT32_MAX: it does not count */
	uint32_t outcome; /* what it came to: a choice, a wait that gave up */
};

struct td_observed {
	bool passed, is_same;      /* is_same: it ended in the finding that is explained */
	struct td_sighting *items; /* its events, what the failing thread did then, and what others were about to do */
	uint32_t count, events;
	struct td_schedule *schedule; /* of one that passed */
};

/* Where an execution has what is watched. */
struct td_placing {
	uint32_t *at; /* of each: from 1, 0 if it did not come */
	uint32_t *outcome;
	uint64_t *object;
};

/* A passing execution whose events are watched. */
struct td_watched_trace {
	const struct td_trace *trace;
	const struct td_steps *steps;
	td_watched first;     /* of its events */
	td_watched *of_event; /* ... each of them, or what it is in executions that were watched before */
	uint32_t *kin;        /* of its threads */
};

struct td_observations {
	const struct td_trace *trace;
	uint32_t *kin; /* of its threads */
	struct {
		struct td_watched_trace *items;
		size_t count, room;
	} passing;
	struct td_kinship threads;
	uint64_t key; /* of the finding */
	struct {
		bool is_call;     /* the failing execution tells what it is */
		uint8_t kind;     /* otherwise a passing one does */
		const char *name; /* of its object there */
	} attempt;                /* what the failing thread did when it failed */
	uint32_t watched_count;
	struct {
		struct td_site_watch *items;
		size_t count, room;
	} pairs;         /* threads at places */
	uint32_t *table; /* from hash to pair + 1 */
	uint32_t table_size;
	uint64_t *prints; /* fingerprints of those that were looked at, hashed; 0: free */
	struct td_observed *items;
	size_t count, room;
	size_t sightings;                          /* of all */
	uint64_t passed, failed, same, discounted; /* discounted: an assumption of the program did not hold */
};

/* Of the trace of the steps, with what threads were about to do at its end. */
struct td_observations *td_observations_make(const struct td_steps *steps, uint64_t key);
void td_observations_free(struct td_observations *self);

/* The events of a passing execution are watched, too. */
void td_observations_watch(struct td_observations *self, const struct td_steps *passing);

/* Looks at the last execution in the channel, if it is of a class that has not been looked at; false if there is no
 * room for more. */
bool td_observe(struct td_observations *self, const struct td_channel *channel);

/* Of an execution that was looked at; TO is td_placing_make's. */
struct td_placing td_placing_make(const struct td_observations *self);
void td_observations_place(const struct td_observations *self, const struct td_observed *execution,
			   struct td_placing *to);
void td_placing_clear(struct td_placing *self);

/* The one by which a step touches an object, for the first time, or writing if it writes; UINT32_MAX: the one that it
 * begins with. */
td_watched td_watched_of(const struct td_steps *steps, uint32_t step, uint32_t object);

/* What is known of one. */
struct td_watched_event {
	const struct td_trace *trace; /* that it is shown by */
	uint32_t thread;              /* there */
	uint32_t kin;                 /* ... in all executions */
	uint32_t site;
	const char *name; /* of the object */
	uint8_t kind;
	bool happened;   /* in the failing execution */
	bool is_attempt; /* what it failed in */
	uint64_t pc, object, value;
	uint32_t at; /* its number there.  Then come what it failed in, what others were about to do, and what did not
			happen */
};

struct td_watched_event td_watched_event(const struct td_observations *self, td_watched what);

/* It is the so many-th event of its thread at its place. */
uint32_t td_occurrence_number(const struct td_observations *self, td_watched what);

/* It as it is known in all executions, its place among those of the constraints. */
struct td_occurrence td_occurrence_of(const struct td_observations *self, td_watched what,
				      struct td_constraints *constraints);

#endif
