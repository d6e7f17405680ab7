/* Optimal dynamic partial-order reduction with wake-up trees (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014, JACM
 * 2017): one execution for each Mazurkiewicz trace.  doc/design/search.md has the algorithm, its differences from the
 * paper, and why it is right.
 *
 *   step       what a thread does from one decision to the next: usually one event, more in an atomic stretch.  An
 *              invisible transition (creating, beginning, ending, joining threads, private accesses) is no decision;
 *              the scheduler runs it at once.
 *   footprint  what a step touches.  Two steps are dependent if they are of one thread, or one writes what the other
 *              touches; every operation on a synchronisation object writes it.
 *   class      a Mazurkiewicz trace: the executions that order dependent steps alike.
 *   outcome    of a step that chooses (treadle_choose, which waiter a signal wakes): steps of one thread with different
 *              outcomes are different steps, each of which makes the others impossible.
 *   race       two dependent steps of different threads with no step between them in happens-before, of which the
 *              later one was possible before the earlier one.
 *   node       what comes after a step: a decision.  Its children are the steps to try there, in this order.
 *   sleep set  of a node: steps that were tried there or further up, and that no step since then depends on.  What
 *              begins with one of them is explored there.  A step in it sleeps; a sleeper is an entry.
 *   wake-up tree  the children of a node that are still to be tried.
 *   worker     a process that takes part.  Each has its own path; the nodes at the beginning of a path may be on
 *              other paths too.
 *
 * After an execution each race in it gives a continuation that begins with the later step.  The search inserts it into
 * the wake-up tree of the earlier step's node, unless an equal one was tried or waits there.  The deepest node with a
 * waiting child gives the next execution.  Memory holds the nodes of one execution and their wake-up trees; of large
 * trees only the first steps.
 *
 * The scheduler calls this through the row of `trace` in engine/strategies.c.  Memory is shared (sys/pool.h), so that forked executions and other workers take part. */
#ifndef TD_RT_SEARCH_H
#define TD_RT_SEARCH_H

#include "rt/state.h"

/* Tables with a number for each thread are copied in fours. */
static inline uint32_t td_width(uint32_t threads)
{
	return (threads + 3) & ~3u;
}

/* Most steps touch one thing. */
struct td_footprint {
	uint32_t count, room;    /* room 0: at most one touch, which is here */
	union {
		struct td_touch only;
		struct td_touch *more;
	};
};

static inline struct td_touch *td_touches(const struct td_footprint *self)
{
	return self->room ? self->more : (struct td_touch *)&self->only;
}

enum td_node_state {
	TD_WAITING,              /* to be tried */
	TD_OPEN,                 /* being explored */
	TD_DONE                  /* all that begins with it has been explored; only the step itself is kept */
};

struct td_node {
	uint16_t thread, outcome, outcome_count; /* the step that leads here, see struct td_step */
	uint8_t state;           /* enum td_node_state */
	uint8_t untested;        /* its step has not been executed yet: its footprint is not certain */
	uint8_t is_private;      /* one worker alone looks at its children */
	uint8_t subtree_is_complete;        /* all that begins with its step is found below it, without what others have to say */
	uint32_t workers;        /* that have it on their way */
	struct td_footprint footprint; /* of the step */
	struct td_sleeper *sleep_set; /* known when the step has been executed */
	uint64_t sleeping;       /* a bit for each of their threads */
	uint64_t sleeping_single_outcome; /* ... of those whose step has one outcome only, 0 */
	struct td_node *first_child, *next;
};

struct td_sleeper {
	uint16_t thread, outcome, outcome_count;
	uint8_t is_above_complete;  /* it was asleep already at a node that subtree_is_complete */
	struct td_footprint footprint;
	const struct td_node *origin; /* the node that this step leads to, where it was tried */
	struct td_sleeper *next;
};

struct td_step {
	uint16_t thread;         /* its name number, see lineage.h */
	uint16_t outcome;        /* of its choice: 0 if it makes none; TD_ANY_OUTCOME: the first that has not been tried */
	uint16_t outcome_count;  /* out of so many: 1 if it makes none */
	uint16_t threads;        /* its timestamp has so many numbers; those of other threads are 0 */
	uint8_t is_guaranteed;         /* once a thread stands before it nothing keeps the thread from it: an access to memory */
	uint32_t number;         /* of the thread's steps, from 1 */
	uint32_t clock_at;       /* where its two timestamps lie; one step's behind the other's, for the cache's sake */
	uint64_t likeness;       /* of its thread after it, see symmetry.h */
	struct td_footprint footprint;
	struct td_node *node;    /* where it was taken */
	struct td_node *child;   /* where it leads */
} __attribute__((aligned(128))); /* found by a shift */

uint64_t td_search_likeness(uint32_t thread, uint32_t index); /* of a thread before the step with this index */

void td_search_setup(void);
void td_search_belong(uint32_t worker);     /* from now on the search is this worker's */
void td_search_reset(void);                 /* a new search by the channel's workers: the first one has all of it */
void td_search_check(void);                 /* another process goes on with it: does everything lie where it lay? */
int td_search_has_work(void);               /* the worker has something to do */
int td_search_find_work(void);              /* for a worker that has none, from others; 0: there is nothing now */
int td_search_share(void);                  /* after an execution: let the others see more of this worker's nodes */
void td_search_begin(void);                 /* a new execution of it */
uint32_t td_search_unchanged(void);         /* ... so many of its first steps are as in the one before */
void td_search_prescribe_all(void);         /* to run the last execution once more: nothing in it is new ... */
void td_search_set_unchanged(uint32_t kept); /* ... and then, what was new in it */
void td_search_retry(void);                 /* the execution under way could not go on: the next one does all of it once more */
void td_search_resume(uint32_t decisions);  /* instead of td_search_begin: the first so many steps need not be run again */
void td_search_mark(void);                  /* see mark.h */
void td_search_back(void);
struct td_fiber *td_search_prescribed(int is_usual); /* who is next on the way; NULL: the execution goes on by itself ... */
struct td_fiber *td_search_pick(struct td_fiber **enabled, uint32_t count, int is_usual); /* ... with one of these; usual: all who can run */
uint32_t td_search_choice(uint32_t n);
void td_search_touch(const struct td_fiber *fiber, struct td_touch *touch);
void td_search_order(const struct td_fiber *before, const struct td_fiber *after); /* what `before` has done happens before `after` */
void td_search_order_step(uint32_t step, const struct td_fiber *after); /* ... and so does this step, with all before it */
/* The fibre's step comes after another one, or after all that another thread has done, which alone made it possible. */
uint32_t td_search_under_way(const struct td_fiber *fiber); /* the fibre's step, TD_NO_STEP if there is none */
void td_search_go_on(const struct td_fiber *fiber); /* an atomic stretch has another operation */
void td_search_after(const struct td_fiber *fiber, uint32_t step);
void td_search_after_thread(const struct td_fiber *fiber, const struct td_fiber *before);
void td_search_missed(const struct td_fiber *fiber); /* the step under way keeps it from giving up its wait */
void td_search_nobody_goes_on(void);        /* but by giving up waiting, see patience.h */
void td_search_end(void);                   /* of the execution, while its fibres are still there */
void td_search_learn(void);                 /* after an execution: what its races ask for */
int td_search_next(void);                   /* then: is there another one? */
double td_search_fraction(void);            /* of what is known to be there to try, how much has been tried */

uint32_t td_search_wasted(void);            /* executions that found everything asleep, of all workers */

#endif
