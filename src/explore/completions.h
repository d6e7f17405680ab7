/* Completions: executions of a program that begin alike and then go on in different ways.
 *
 * explain, and other commands that ask what could still come after a point of an execution, open the completions of
 * a program once and ask for them again and again: with a prefix, a strategy for what comes after it, and constraints
 * (wire/channel.h).  All are made in one process where the program allows it, so that one costs some microseconds.
 *
 * What is shared must be known first, for then an event is the same occurrence in all of them: td_completions_learn
 * follows an execution, and others, until nothing new is learned. */
#ifndef TD_EXPLORE_COMPLETIONS_H
#define TD_EXPLORE_COMPLETIONS_H

#include "constraints.h"
#include "progress.h"
#include "schedule.h"
#include "session.h"

#include <stdbool.h>

struct td_completions {
	struct td_session *session;
	struct td_job like;
	struct td_progress progress; /* quiet, unless td_completions_show was called */
	uint64_t made, failed;       /* by all runs, for it */
	bool has_grown; /* more is shared than was known: what was seen before is not to be compared with what comes */
	bool is_too_slow; /* a single execution has used up the time to learn in */
	bool is_forked;   /* a process for each execution, also where the program could do without */
	bool is_over;     /* the user has interrupted, or the program does what Treadle cannot control */
};

/* How executions go on after the prefix. */
struct td_completion_plan {
	const struct td_schedule *prefix;
	struct td_policy policy;
	bool is_systematic; /* the policy is a search that goes through all there are */
	bool is_lenient;    /* segments that cannot be followed are left out */
	const struct td_constraints *constraints; /* NULL: none.  No search by traces or reads-from has any */
	uint64_t first;   /* number of the first execution: draws depend on it */
	uint64_t most;    /* executions */
	double until;     /* td_now() at which no further one is begun; 0: no limit */
	uint32_t ignored; /* reasons for which a search has left something out that do not matter here: bits 1 << enum
			     td_cut */
};

/* What came of them. */
struct td_tally {
	uint64_t passed, failed; /* failed: in any finding */
	uint64_t uncounted;      /* cut, or an assumption or constraint did not hold, ... */
	uint64_t in_vain;        /* ... those of them that did not do what constraints ask for */
	bool is_all; /* the search, or the strategy within its bound, has come to its end and left nothing else out */
};

/* What the caller does with each execution; channel->ended and the events are its own.  One that did not do what the
 * constraints ask for has ended as one whose assumption did not hold.  False: enough. */
typedef bool td_completion_seen(void *context, const struct td_channel *channel);

struct td_completions *td_completions_open(const struct td_command *command, const struct td_job *like,
					   double watchdog);
void td_completions_close(struct td_completions *self);

/* From now on, say how many executions were made. */
void td_completions_show(struct td_completions *self, double seconds);

/* Follow this execution, and some drawn ones, to learn what is shared: until nothing new comes, or until td_now() is
 * `until`. */
void td_completions_learn(struct td_completions *self, const struct td_schedule *schedule, double until);

/* The execution of a schedule with all that is known to be shared, for analyses; NULL if it was interrupted. */
struct td_trace *td_completions_capture(struct td_completions *self, const struct td_schedule *schedule);

/* SEEN may be NULL. */
struct td_tally td_completions_run(struct td_completions *self, const struct td_completion_plan *plan,
				   td_completion_seen *seen, void *context);

/* The job that begins its executions with a prefix, with the settings and policies of `like`; to be run after
 * td_schedule_give. */
struct td_job td_completion_job(const struct td_schedule *prefix, const struct td_job *like);

#endif
