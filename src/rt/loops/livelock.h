/* Livelocks: a state of the whole program that comes back while threads are busy.
 *
 * When an execution has become long, what follows is watched closely for a while, and again when it is twice as long.
 * Each time a thread comes to a decision, its stack is hashed, and its registers too as soon as all stacks are as they
 * were before, for these are costly to get.  Where all threads are in the same state, memory and the synchronisation
 * objects are compared as well. If they are the same too, everything can repeat itself for ever.  That is a suspect if
 * it is fair: each thread that could run at some time in between has run.  Otherwise the thread that goes round has to
 * let others run.
 *
 * Two threads that try for two locks and step back meet again as long as the schedule wants them to, and no longer
 * (std::scoped_lock does that).  So a suspect is tried: the scheduler draws threads by lot for some thousand events.
 * Only if the same state comes up after that as well is there no way out, and it is a finding.  A systematic search is
 * bounded then.
 *
 * All of that follows from the execution itself, and not from how a search came to it: prescribed steps are watched as
 * well, lots are drawn there too, and a step that the lot has not fallen on makes a trial begin anew.  So an execution
 * that goes on from a mark (state/mark.h) is the one that it is from its beginning.
 *
 * What is decided by treadle_choose, by a timeout or by the time of day need not repeat itself, so a stretch with such
 * a decision does not count. */
#ifndef TD_RT_LIVELOCK_H
#define TD_RT_LIVELOCK_H

#include "rt/state.h"

extern uint32_t td_livelock_from;            /* the event count from which on td_livelock_look is to be called */
extern uint8_t td_livelock_is_tried;         /* who runs next is to be drawn by lot */

void td_livelock_reset(void);                /* an execution begins */
void td_livelock_mark(void);                 /* see mark.h */
void td_livelock_suspect(void);              /* a thread has been busy with its own memory for long */
uint64_t td_livelock_memory(void);           /* a hash of what the program could have written, the stacks apart; 0: not known */
void td_livelock_try_anew(void);             /* in a trial, a thread goes on that was not drawn */
void td_livelock_look(struct td_fiber *fiber); /* it runs and is about to do its pending operation; may end the execution */

#endif
