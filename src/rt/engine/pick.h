/* Picking the thread that goes on: what is common to all strategies (strategy.h). */
#ifndef TD_RT_PICK_H
#define TD_RT_PICK_H

#include "rt/state.h"

void td_pick_setup(void);

/* A new execution, its strategy and its seed taken from the job.  For TD_JOB_FOLLOW the given schedule comes first. */
void td_pick_reset(void);

/* The next fibre to run; NULL if none is enabled.  `current` has an operation pending or has ended. */
struct td_fiber *td_pick(struct td_fiber *current);

uint32_t td_pick_choice(uint32_t n);
uint32_t td_pick_seldom(void); /* 0 or 1 */

/* A thread sleeps or yields: for how many more events others are to run first.  One that does so again and again waits for another one, which may
 * need long (a client tries to connect until the server is there), and gives way for longer each time, where turns are drawn. */
uint32_t td_pick_nap(struct td_fiber *fiber);

/* After an execution: the next leaf of a search's tree. */
void td_pick_advance(void);

/* Instead, when it could not go on: it is made once more. */
void td_pick_retry(void);

/* How much of its tree a search has behind it: at each decision on its way all alternatives count alike (Knuth 1975).
 * 0 if it is not known. */
double td_pick_fraction(void);

int td_pick_goes_on(const struct td_fiber *fiber);  /* its operation is an invisible transition: it need not be picked */

/* The fibre may go on; so far, if it makes no events. */
void td_pick_grant(struct td_fiber *fiber);

/* The fibre has come to the end of its segment, or of what it was granted. */
void td_pick_segment_over(struct td_fiber *fiber);

#endif
