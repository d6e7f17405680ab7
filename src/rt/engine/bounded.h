/* Searches that go depth-first through a tree of decisions: with at most so many delays or preemptions, or all of it.
 *
 * The way from the root to the current leaf is in the channel (`path`), so that it outlives the process. */
#ifndef TD_RT_BOUNDED_H
#define TD_RT_BOUNDED_H

#include "rt/state.h"

void td_bounded_begin(void);                                      /* an execution: at the root */
struct td_fiber *td_bounded_pick(struct td_fiber *current);
struct td_fiber *td_bounded_decide(struct td_fiber *drawn, int is_usual);
uint32_t td_bounded_choose(uint32_t n);
int td_bounded_next(void);                                        /* go to the next leaf; 0: there is none */
double td_bounded_fraction(void);

#endif
