/* The decisions of a steered search, and the points that it can go back to: a decision and what else could be done
 * there.
 *
 * Decisions form a tree that is kept as far as a point, or the execution under way, uses it. */
#ifndef TD_RT_POINTS_H
#define TD_RT_POINTS_H

#include "rt/state.h"

struct td_decision {
	struct td_decision *parent;
	uint32_t uses; /* decisions and points below it, and being under way */
	uint32_t what; /* the thread that went on, or the outcome of a choice */
};

struct td_point {
	struct td_decision *parent;
	uint64_t order;  /* the least is the best */
	uint32_t what;   /* is to be done there: see td_decision */
	uint32_t behind; /* so many threads of its crowd are to be tried after it: see crowd.h */
};

struct td_decision *td_decision_new(struct td_decision *parent, uint32_t what); /* used once, by the caller */
struct td_decision *td_decision_use(struct td_decision *self);                  /* once more */
void td_decision_release(struct td_decision *self);

void td_points_setup(void);
void td_points_reset(void);

/* Takes the use of the parent.  0: there are too many, and one was dropped. */
int td_points_add(uint32_t level, const struct td_point *point);
int td_points_take(struct td_point *point);      /* the best of a level that is drawn; 0: none is left */
int td_points_take_last(struct td_point *point); /* the one that was added last, of level 0 */
uint64_t td_points_last(uint32_t level); /* the order of the one that was taken last of this level; 0: none was */
uint32_t td_points_count(void);

#endif
