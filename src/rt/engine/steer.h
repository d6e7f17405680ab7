/* TD_POLICY_STEER: a search that drives threads through places, in an order (Rungta and Mercer, "Guided test").
 *
 * Each decision is a state.  Of its successors the search takes one that comes to the next place of the sequence; where
 * none does, one that does not come to a later place too early, and of these the one nearest to the next place.  Ties
 * are drawn: among crowds of threads at one operation (crowd.h), or the thread that runs goes on.  The others become
 * points to go back to.  From a state that was met before, and from the end of an execution, the search goes back: to a
 * level (how many places were come to) that is drawn, and there to the best point; one soon after the last place is
 * more likely than one long after it.
 *
 * Invisible transitions are no decisions.  A thread that seems to wait in a loop ranks behind those that do not.
 *
 * The state is known by the order of dependent events that led to it, by how far each thread is in its own execution,
 * and by the places that were come to.  Points are paths in a tree of decisions, which are run again from the
 * beginning.  All of it lies in the pool, so that it outlives an execution that ends its process. */
#ifndef TD_RT_STEER_H
#define TD_RT_STEER_H

#include "rt/state.h"

void td_steer_setup(void);
void td_steer_restart(void); /* a search begins anew */
void td_steer_begin_job(void);
void td_steer_begin(void); /* an execution */
void td_steer_done(const struct td_event *event);
struct td_fiber *td_steer_pick(struct td_fiber *current);
uint32_t td_steer_choose(uint32_t n);
void td_steer_end(void);
int td_steer_next(void);
int td_steer_is_over(void); /* the execution has come to all places, and the job was to end with that */

#endif
