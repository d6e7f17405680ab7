/* Every order that matters, exactly once: optimal dynamic partial-order reduction with wake-up trees.
 *
 *   step       what a thread does from one decision to the next: usually one event, more in an atomic stretch.  Operations that
 *              nobody else can notice (creating, beginning, ending, joining threads, private accesses) are no decisions; they
 *              are done at once, by whoever stands before one.
 *   footprint  what a step touches.  Two steps depend on each other if they are of one thread, or one writes what the other
 *              touches; every operation on a synchronisation object writes it.
 *   class      executions that order dependent steps alike.
 *   outcome    of a step that chooses (treadle_choose, which waiter a signal wakes): steps of one thread with different
 *              outcomes are different steps, each of which makes the others impossible.
 *   race       two dependent steps of different threads that could have come the other way round.
 *   node       a decision on the way of the current execution: what has been tried there already (asleep), what is still to be
 *              tried (its wake-up tree), and the step that was taken.
 *
 * After an execution each race in it gives a continuation that begins with the later step; unless an equal one has
 * been tried or is waiting already, it is put into the wake-up tree of the earlier step's node.  The deepest node with
 * something left to try gives the next execution.  Kept in memory are the nodes of one execution and their trees.
 *
 * Memory is shared with forked children, so that forked executions take part. */
#ifndef TD_RT_SEARCH_H
#define TD_RT_SEARCH_H

#include "fiber.h"

enum { TD_NO_STEP = 0xffffffff, TD_ANY_OUTCOME = 0xffff };

/* One thing that a step touches. */
struct td_touch {
	uint64_t address;
	uint32_t size;           /* 0: a synchronisation object */
	uint8_t writes;
	uint8_t kind;            /* enum td_kind */
	uint8_t could;           /* what was possible before: TD_COULD_* */
	uint8_t unused;
	uint32_t before;         /* the step that touched the object last; synchronisation objects only */
};

enum {
	TD_COULD_LOCK = 1, TD_COULD_READ_LOCK = 2, TD_COULD_TAKE = 4, TD_COULD_BEGIN = 8, TD_COULD_POST = 16, TD_COULD_SEND = 32,
	TD_COULD_NEVER = 128     /* needed by what only comes where it came */
};

struct td_footprint {
	uint32_t count, room;
	struct td_touch *items;
};

struct td_wake {                 /* a node of a wake-up tree: take this thread next */
	uint16_t thread, outcome; /* TD_ANY_OUTCOME: the first that has not been tried */
	struct td_footprint footprint;
	struct td_wake *first_child, *next;
};

struct td_sleeper {
	uint16_t thread, outcome, outcome_count;
	struct td_footprint footprint;
	struct td_sleeper *next;
};

struct td_step {
	uint16_t thread;         /* its name number, see lineage.h */
	uint16_t outcome;        /* of its choice: 0 if it makes none; TD_ANY_OUTCOME before it is known */
	uint16_t outcome_count;  /* out of so many: 1 if it makes none */
	uint32_t number;         /* of the thread's steps, from 1 */
	struct td_footprint footprint;
	struct td_sleeper *asleep;   /* tried before, here or earlier, and not touched since */
	struct td_wake *tree;        /* to be tried; the first child is what is being tried now, if it is from the tree */
	struct td_wake *taken;       /* that child, NULL if the thread was picked freely */
};

void td_search_reset(void);                 /* a new search */
void td_search_begin(void);                 /* a new execution of it */
struct td_fiber *td_search_pick(struct td_fiber **enabled, uint32_t count);
uint32_t td_search_choice(uint32_t n);
void td_search_touch(const struct td_fiber *fiber, const struct td_touch *touch);
void td_search_order(const struct td_fiber *before, const struct td_fiber *after); /* what `before` has done happens before `after` */
/* The fibre's step comes after another one, or after all that another thread has done, which alone made it possible. */
uint32_t td_search_under_way(const struct td_fiber *fiber); /* the fibre's step, TD_NO_STEP if there is none */
void td_search_after(const struct td_fiber *fiber, uint32_t step);
void td_search_after_thread(const struct td_fiber *fiber, const struct td_fiber *before);
void td_search_missed(const struct td_fiber *fiber); /* the step under way keeps it from giving up its wait */
void td_search_end(void);                   /* of the execution, while its fibres are still there */
int td_search_next(void);                   /* after an execution: is there another one? */
int td_search_is_silent(const struct td_fiber *fiber); /* nobody can notice its pending operation */

extern uint32_t td_search_wasted;           /* executions that found everything asleep */

#endif
