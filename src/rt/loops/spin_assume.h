/* A round of a loop that changes nothing is as though it had not happened (--reduce spins).
 *
 * A thread that arrives where it has been before, just as it was then (stack, registers, memory of its own), and that has only
 * looked in between, whatever it has seen, has made such a round.  Taken out of the execution, it leaves one in which everybody else sees
 * and does the same, and in which the thread has yet to look.  So a search need not follow it: the thread stands there from now
 * on, as if it had assumed that the loop ends, and the others go on.  That its looks might have come later, when there
 * is something else to be seen, is a race with whoever writes it, and the search turns it round as any other.  Whether a thread stands
 * depends on nothing but what the thread itself has done, so that what is prescribed can always be followed.
 *
 * A write of the value that was there, by an exchange that finds a lock taken, is a look: who else looks there sees the same without it.
 * So would a plain store be, but with stores threads get into each other's way without end, each in rounds that would change nothing if
 * it were alone; no execution would be long enough to show that, so a round with a store does not count.
 *
 * When nobody else can go on, an execution in which somebody stands who would see something new does not count: another one has
 * that.  If nobody would, they go round for ever, and that is a finding. */
#ifndef TD_RT_SPIN_ASSUME_H
#define TD_RT_SPIN_ASSUME_H

#include "rt/state.h"

/* Somebody has looked here at the same thing as before, having changed nothing in between.  To see how a thread is takes a while, so that is
 * done only where such a thing has happened; which code that is, is learned. */
void td_spin_assume_looked_again(uint64_t pc);

/* The fibre is about to do its pending operation, which looks at memory. */
void td_spin_assume_arrive(struct td_fiber *fiber);

/* Somebody has written: what the fibre, which stands, has seen in its round may have changed. */
void td_spin_assume_written(struct td_fiber *fiber, const struct td_pending *write);

/* Time passes, because nobody can go on otherwise: what comes now comes after all that has been done, and so after their looks.  Those who
 * stand wait for somebody to write, like loops that spin (spin.h). */
void td_spin_assume_no_longer(void);

/* Of those who can run, somebody stands who would see something new. */
int td_spin_assume_is_in_vain(void);

#endif
