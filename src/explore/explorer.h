/* The state of an exploration, for the parts of it: explore.c runs jobs and deals with how they end, phases.c says what
 * is searched next.
 *
 * An exploration has one phase, or, when nothing else is asked for, two: it opens with the portfolio, and the
 * systematic search takes over.  If that cannot take the program, the portfolio goes on.
 */
#ifndef TD_EXPLORE_EXPLORER_H
#define TD_EXPLORE_EXPLORER_H

#include "classes.h"
#include "estimate.h"
#include "explore.h"
#include "findings.h"
#include "predict.h"
#include "progress.h"
#include "session.h"

enum td_phase { TD_PHASE_ONLY, TD_PHASE_OPENING, TD_PHASE_SEARCH, TD_PHASE_GOING_ON };

/* What the opening leaves to the phases after it. */
struct td_opening {
	uint32_t bound;                /* how far its depth-first policy had come */
	struct td_class_list classes;  /* that it has seen; none if they cannot be compared with those of the search */
	struct td_class_list findings; /* those that ended in a finding */
	int is_incomparable;           /* the search may tell other classes apart */
};

/* A race that was seen and could not be made again so far (unconfirmed.h). */
struct td_unconfirmed {
	uint64_t key;                  /* of the finding */
	struct td_trace *trace;
};

struct td_unconfirmed_list {
	struct td_unconfirmed *items;
	size_t count, room;
};

/* What is looked for after a first finding (look_on.h). */
struct td_look_on {
	int is_on, is_hung;
	uint32_t kinds;                /* of findings that were told: bits 1 << enum td_end */
	uint32_t spoilt;               /* executions after which the process was of no use any more */
	uint64_t executions, events;   /* as many as there had been at its beginning ... */
	double seconds;                /* ... and how long the program had run */
};

struct td_explorer {
	const struct td_command *command;
	const struct td_explore_options *options;
	struct td_summary *summary;
	struct td_session *session;
	struct td_strategy strategy; /* as it is now: the bound rises */
	struct td_job job;
	struct td_classes classes;
	struct td_findings findings;
	struct td_unconfirmed_list unconfirmed;
	struct td_look_on look_on;
	struct td_progress progress;
	enum td_phase phase;
	struct td_summary before;    /* as it was when the phase began */
	uint64_t next;               /* number of the next execution */
	uint64_t most;               /* executions; UINT64_MAX: no limit */
	uint64_t drained;            /* fingerprints of this job that are in `classes` */
	uint64_t first_comparable;   /* of this job */
	uint64_t ranges;             /* what was known to be shared when the bound was last raised */
	uint64_t bound_first;        /* executions before this bound */
	uint64_t search_first;       /* number of the first execution of this bound, or search */
	struct td_estimate estimate;
	struct td_opening opening;
	struct td_predictions predictions;
	size_t hunted;               /* of these, so many were hunted for */
	/* what is shared: not if a search comes after them, which does that in its own way */
	int hunts_learn;
	int has_hunted;              /* what was predicted early on was hunted for */
	uint64_t burst_due;          /* after so many executions of the search (bursts.h); 0: not known yet */
	uint64_t idle;               /* jobs in a row without an execution */
	double deadline, time;       /* 0: none; so many seconds after the beginning */
	double half_time;            /* half of the time until then has passed */
	double saved;                /* when a checkpoint was last written */
	struct td_symbols *symbols;  /* of the program, when they are first needed */
	struct td_schedules raced;   /* only_races: of executions in which races were found */
	uint8_t races_told[TD_MAX_RACES]; /* of the channel's book: dealt with */
	int is_exploring;            /* a job makes executions that count */
	int warned_files, warned_ranges, noted_adopted;
	int over;
};

/* The last execution has ended in a finding: confirm and report it, if that was not done before.  Nonzero if it is
 * confirmed. */
int td_explore_deal_with_finding(struct td_explorer *self);

/* A finding is there that ends the exploration.  Data races do not, unless it is to end with one. */
int td_explore_is_decided(const struct td_explorer *self);

#endif
