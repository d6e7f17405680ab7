/* An exploration: executions of a program, one after another by the policies of a strategy, until something is found or
 * a limit is reached or nothing is left to try.
 *
 * A finding is believed only after it has been made again from its schedule in fresh processes; `found` then gets the
 * trace of that execution.  For the same program, options and seed the same executions are made in the same order.
 */
#ifndef TD_EXPLORE_EXPLORE_H
#define TD_EXPLORE_EXPLORE_H

#include "cuts.h"
#include "estimate.h"
#include "memory.h"
#include "predict.h"
#include "race_places.h"
#include "schedule.h"
#include "strategy.h"
#include "trace/trace.h"

enum td_verdict {
	TD_COMPLETE, /* every schedule was tried */
	TD_BOUNDED,  /* every schedule within the bound was tried */
	TD_STOPPED
};

/* When waits with a limit give up: at any moment, or when no thread can go on otherwise. */
/* As the search likes, all, or those that nothing else orders: see accesses.h. */
enum td_accesses { TD_ACCESSES_USUAL, TD_ACCESSES_ALL, TD_ACCESSES_CONTENDED };

enum td_timeouts { TD_TIMEOUTS_ANY, TD_TIMEOUTS_LAST };

enum td_isolate_option { TD_ISOLATE_OPTION_AUTO, TD_ISOLATE_OPTION_INPLACE, TD_ISOLATE_OPTION_FORK };

/* What executions of one class have in common: as the search has it, the order of dependent events, or what each read
 * reads from. */
enum td_classes_of { TD_CLASSES_OF_SEARCH, TD_CLASSES_OF_TRACE, TD_CLASSES_OF_RF };

struct td_explore_options {
	struct td_strategy strategy;
	uint64_t seed, max_events, expect_exit;
	uint64_t executions;     /* at most; 0: as many as is usual for the strategy */
	double time;             /* seconds at most; 0: no limit; negative: as is usual for the strategy */
	double watchdog;
	const char *classes;     /* file for the fingerprints of the classes, or NULL */
	const char *locks;       /* file with functions of libraries that lock, or NULL */
	const char *checkpoint;  /* file to go on from and to leave a search in that is stopped, or NULL */
	uint64_t workers;        /* processes that share a systematic search */
	int classes_of;          /* enum td_classes_of */
	uint8_t reduce;          /* bits of enum td_reduce, for a search by traces */
	int self_check;          /* of the runtime: slow, for its own tests */
	uint64_t ranks;          /* of threads in a search by traces, see struct td_job: for tests as well */
	int keep_going;          /* after a finding, look for others */
	int races;               /* look for data races; they do not end the exploration */
	int accesses;            /* enum td_accesses: which of those to shared memory are events */
	uint32_t stop_for;       /* kinds of findings that are looked into, as stop_for.h has them; 0: all */
	int only_races;          /* other findings are not looked into; and say how each shared place is accessed */
	int fifo, spurious, daemons, quiet;
	int timeouts;            /* enum td_timeouts */
	int malloc;              /* enum td_malloc */
	int isolate;             /* enum td_isolate_option */
	const struct td_schedule *begin; /* every execution begins so; NULL: each as the strategy likes */
	int from_start;          /* no execution goes on from the middle of another */
	void (*found)(void *context, const struct td_trace *trace);
	/* whether a race is not to be found; NULL: none */
	int (*silenced)(void *context, const struct td_trace *trace);
	void *context;
};

/* A bound within which everything was tried. */
struct td_bound_done {
	uint32_t bound;
	uint64_t executions; /* for this bound, those of smaller ones among them */
	uint64_t classes;    /* seen so far */
};

struct td_bounds_done {
	struct td_bound_done *items;
	size_t count, room;
};

/* A deadlock that was predicted and not confirmed. */
struct td_predicted {
	char *words;
	struct td_site sites[TD_LONGEST_CIRCLE]; /* where the locks are taken */
	char *locks[TD_LONGEST_CIRCLE]; /* their names */
	uint32_t length;       /* of both */
	uint64_t executions; /* in which it was hunted for */
};

void td_predicted_clear(struct td_predicted *self);

struct td_predicted_list {
	struct td_predicted *items;
	size_t count, room;
};

struct td_summary {
	enum td_verdict verdict;
	double time_was_up;      /* a limit of so many seconds has ended it; 0: it was something else */
	/* a limit that was not asked for, of so many executions, has ended it; 0: something else */
	uint64_t usual_most;
	uint64_t classes, executions, findings;
	uint64_t cut;            /* executions that had too many events */
	/* nearly all of them: later ones were cut sooner than --max-events says, see rt/core/limit.h */
	int endless;
	uint64_t assumed;        /* executions that did not count; not in `executions` */
	/* of those, executions in which a thread stood in a loop that it could have left (--reduce spins) */
	uint64_t stood;
	uint32_t spun;           /* threads went round in loops that wait for others */
	int stuck;               /* when time was up, the program stood in something that Treadle does not control */
	int waited;              /* for condition variables, without spurious wake-ups */
	uint32_t weak_atomics;   /* places of atomic operations that are not seq_cst */
	uint64_t unconfirmed;    /* findings that did not replay; not in `findings` */
	uint64_t doubtful;       /* data races that did not replay and are told all the same; in `findings` */
	int classes_full;        /* there are more classes than `classes` */
	uint64_t discarded;      /* executions of a systematic search before it began anew; not in `executions` */
	uint64_t wasted;         /* executions of a systematic search that were the same as earlier ones */
	uint64_t missed;         /* classes that the opening has seen, and the search that came to its end has not */
	struct td_cuts cuts;     /* what the last bound, or the search, has left out */
	char *symmetry;          /* whether it applied, as a sentence; NULL if it was not asked for */
	/* why all accesses to shared memory were events; NULL if they were not, or that was asked for */
	char *unprotected;
	struct td_predicted_list predicted;
	/* lock-order cycles predicted, over different places; of these, confirmed */
	uint64_t circles, circles_confirmed;
	uint64_t hunted;         /* executions directed at them; not in `executions` */
	uint64_t drawn;          /* executions of bursts (bursts.h); not in `executions` */
	struct td_bounds_done bounds;
	uint32_t bound;          /* the last one, finished or not */
	enum td_policy_kind bound_of;
	/* of the last search or bound, as it was at the end; in executions, also discarded ones */
	struct td_expected expected;
	uint64_t looked_on;      /* executions after a first finding that did not end it all, see look_on.h */
	uint64_t others;         /* executions that ended in findings that were not looked into */
	enum td_end other;       /* the first of them */
	uint64_t cut_short;      /* executions of a search that ended in a finding while other threads could still go on */
	struct td_race_places places; /* only_races: to be freed */
	/* findings that are data races; those whose accesses were brought next to each other */
	uint64_t races, confirmed;
	uint64_t pairs_checked, pairs_reused; /* of accesses, for races */
	uint64_t resumed, skipped; /* executions that went on from a mark, events that need not be run again for that */
	uint64_t marks, mark_bytes;
	uint64_t blind;          /* executions that were too long to look for races in */
	uint64_t events, switches;
	double seconds;          /* in which the program ran */
	struct td_memory memory;
};

/* Nonzero: no execution came to its end, so that nothing is known about the program. */
int td_summary_is_empty(const struct td_summary *self);

void td_explore(const struct td_command *command, const struct td_explore_options *options, struct td_summary *summary);

void td_explore_policies(struct td_job *job, const struct td_strategy *strategy);

/* The job that these options describe, without executions. */
struct td_job td_explore_job(const struct td_explore_options *options);

/* The execution did what Treadle cannot control: say what, and where it stands. */
_Noreturn void td_die_unsupported(const struct td_trace *trace);

#endif
