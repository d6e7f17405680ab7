/* Following a schedule that was recorded or made (TD_JOB_FOLLOW), or that an execution begins with (TD_JOB_COMPLETE).
 *
 * A schedule is a list of segments (a thread, and the operation before which it stops) and a list of choices.  A segment of no length sends its
 * thread to the end of the queue: from there on it runs only when others cannot.  When the schedule is over, each thread runs until it blocks (FOLLOW), or the job's strategy
 * goes on (COMPLETE).  With job.stops_behind the execution ends there instead. */
#ifndef TD_RT_FOLLOW_H
#define TD_RT_FOLLOW_H

#include "rt/state.h"

void td_follow_take(void);                                        /* a new job: keep its schedule */
void td_follow_begin(void);                                       /* an execution */
int td_follow_goes_on(void);                                      /* there are segments left */
int td_follow_lets_some_wait(void);                               /* it sends threads to the end of the queue */
struct td_fiber *td_follow_pick(struct td_fiber *current);        /* NULL: the schedule is over, or no thread can run */
int td_follow_has_choice(void);                                   /* there are choices left */
uint32_t td_follow_choose(uint32_t n);

#endif
