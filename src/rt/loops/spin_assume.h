/* Spin assume (--reduce spins): a round of a loop that changes nothing counts as not executed.
 *
 * The idea is that of GenMC (Kokologiannakis, Ren, Vafeiadis: FMCAD 2021): a loop without side effects is replaced by
 * the assumption that it ends.  A thread made such a round if it arrives where it was before in the same state (stack,
 * registers, memory of its own), having only looked in between, whatever it saw.  Without the round, all other threads
 * see and do the same, and the thread has yet to look.  So the search does not follow it: the thread stays there from
 * now on, assumed to leave the loop, and the others go on.  Its looks race with the writes that come later, and the
 * search reverses these races as any others.  Whether a thread is assumed depends on nothing but what the thread
 * itself has done, so a prescribed order can always be followed.
 *
 * A write of the value that was there, by an exchange that finds a lock taken, is a look: other threads that look
 * there see the same without it.  So would a plain store be.  But with stores two threads can keep each other going
 * without end, each in rounds that would change nothing if it were alone.  No execution would be long enough to show
 * that, so a round with a store does not count.
 *
 * When no other thread can go on, an execution with an assumed thread that would see something new does not count:
 * another execution has that.  If none of them would see anything new, they go round for ever, and that is a finding. */
#ifndef TD_RT_SPIN_ASSUME_H
#define TD_RT_SPIN_ASSUME_H

#include "rt/state.h"

/* A thread has looked here at the same thing as before, having changed nothing in between.  To take a thread's state takes a while, so that is
 * done only where such a thing has happened; which code that is, is learned. */
void td_spin_assume_looked_again(uint64_t pc);

/* The fibre is about to do its pending operation, which looks at memory. */
void td_spin_assume_arrive(struct td_fiber *fiber);

/* A thread has written: what the assumed fibre has seen in its round may have changed. */
void td_spin_assume_written(struct td_fiber *fiber, const struct td_pending *write);

/* Time passes, because no thread can go on otherwise: what comes now comes after all that has been done, and so after their looks.
 * Assumed threads wait for another one to write, like loops that spin (spin.h). */
void td_spin_assume_no_longer(void);

/* Of the threads that can run, an assumed one would see something new. */
int td_spin_assume_is_in_vain(void);

#endif
