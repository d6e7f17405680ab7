/* Strategies: which thread goes on.
 *
 * A strategy is a row of functions in the table of strategies.c; a function that it does not need is NULL.  The scheduler asks the row of the
 * execution under way, and so does each file that tells a search something.  A new strategy is a row there and a file.
 *
 * This is also where every file learns how the execution is run: systematically, along a given schedule, patiently. */
#ifndef TD_RT_STRATEGY_H
#define TD_RT_STRATEGY_H

#include "rt/state.h"

struct td_strategy {
	enum td_policy_kind kind;
	uint8_t ranks_quiet;     /* quiet threads (engine/candidates.h) are candidates like others */
	uint8_t draws_turns;     /* it draws lots for each turn: threads that nap give way for longer each time */
	uint8_t is_depth_first;  /* it goes through the leaves of a tree of decisions, within a bound or without one */
	uint8_t is_by_trace;     /* it makes one execution for each class of orders of dependent steps (search.h) */
	uint8_t is_by_reads_from; /* ... for each way in which reads can have read from writes (readsfrom.h) */

	void (*begin)(void);                                 /* an execution begins */
	void (*new_fiber)(struct td_fiber *fiber);
	void (*new_operation)(struct td_fiber *fiber);       /* its pending operation is another one now */
	void (*done)(const struct td_event *event);          /* an event has happened */
	struct td_fiber *(*pick)(struct td_fiber *current);  /* one of the candidates (candidates.h) */
	/* In a systematic search.  drawn: the thread to take where nothing is prescribed, or NULL; is_usual: all who can run are candidates. */
	struct td_fiber *(*decide)(struct td_fiber *drawn, int is_usual);
	uint32_t (*choose)(uint32_t n);                      /* 0..n-1 */
	void (*end)(void);                                   /* of the execution, while its fibres are still there */
	int (*next)(void);                                   /* after an execution: is there another one? */
	void (*retry)(void);                                 /* instead: the execution could not go on and is made once more */
	double (*fraction)(void);                            /* how much of its tree it has behind it */

	/* What a search is told. */
	void (*touch)(const struct td_fiber *fiber, struct td_touch *touch);
	void (*order)(const struct td_fiber *before, const struct td_fiber *after);
	void (*order_step)(uint32_t step, const struct td_fiber *after);
	void (*in_stretch)(const struct td_fiber *fiber);    /* it has another operation in its atomic stretch */
	void (*missed)(const struct td_fiber *fiber);        /* the step under way keeps it from giving up its wait */
	void (*nobody_goes_on)(void);                        /* but by giving up waiting, see patience.h */
	uint32_t (*step)(const struct td_fiber *fiber);      /* the fibre's step under way */
	int (*is_before)(uint32_t step, uint32_t thread);    /* does the step happen before what the thread does next? */
};

extern const struct td_strategy td_strategies[TD_POLICIES];

/* How the execution under way is run. */
struct td_mode {
	uint8_t is_systematic;   /* by a search that tries every order, every one within a bound, or one of each class */
	uint8_t is_following;    /* along the job's schedule, which has not come to its end */
	uint8_t is_patient;      /* loops may go round for a while before they count as spinning */
	uint32_t sees_all_until; /* up to this event every access is an event, whether known to be shared or not */
};

extern const struct td_strategy *td_strategy;  /* of the execution under way; never NULL */
extern struct td_mode td_mode;

/* Is every access to be an event?  For the first executions, which find out what is shared, and for a depth-first strategy that is no
 * systematic search: its word that everything was tried must hold. */
static inline int td_sees_all(void)
{
	return td_event_count < td_mode.sees_all_until;
}

/* Does a search want to know what the steps touch? */
static inline int td_is_traced(void)
{
	return td_strategy->touch != NULL;
}

static inline uint32_t td_step_under_way(const struct td_fiber *fiber)
{
	return td_strategy->step ? td_strategy->step(fiber) : TD_NO_STEP;
}

#endif
