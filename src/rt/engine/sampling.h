/* Strategies that draw: each execution is one of many, chosen by lot.
 *
 *   random  a random walk: each thread that can run is as likely as any other
 *   PCT     random priorities, lowered at a few random events (Burckhardt et al. 2010)
 *   POS     a new random priority for each operation, and for those that race with the one that has just happened (Yuan et al. 2018) */
#ifndef TD_RT_SAMPLING_H
#define TD_RT_SAMPLING_H

#include "rt/state.h"

struct td_fiber *td_random_pick(struct td_fiber *current);
void td_pct_begin(void);
void td_pct_done(const struct td_event *event);
void td_pos_new_operation(struct td_fiber *fiber);
void td_pos_done(const struct td_event *event);
void td_priority_new_fiber(struct td_fiber *fiber);
struct td_fiber *td_priority_pick(struct td_fiber *current);

#endif
