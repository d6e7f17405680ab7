/* TD_POLICY_HUNT: schedules that are directed at something.
 *
 * The tool names targets (wire/channel.h): operations that threads should be about to do at the same time.  Threads run at random,
 * but one that has come to a target is held back there, so that others have time to come to theirs.  When each target has a
 * thread of its own, that is a meeting, and they go on one directly after the other.  Two accesses of a data race then stand
 * side by side; threads that each hold a lock and are about to take the next one's have closed the circle before that (see
 * `holds` below), and the execution has ended in the deadlock.
 *
 * A thread that waits for its target with a lock held may keep others from coming to theirs.  So a target can have an approach, the
 * place where that lock is taken: threads are held there first, without the lock, until all have come so far.
 *
 * Whether a thread is held at all, for how long, and how often threads are switched otherwise is drawn anew in each execution and
 * at each target: what fails in one may succeed in the next.  When only held threads can run, one of them goes on.  All draws come
 * from the policy's seed.
 */
#ifndef TD_RT_HUNT_H
#define TD_RT_HUNT_H

#include "rt/state.h"

void td_hunt_setup(void);
void td_hunt_begin_job(void);     /* the targets are new ones */
void td_hunt_begin(void);         /* an execution */

/* The next to run, of those that may; `current` has run last. */
struct td_fiber *td_hunt_pick(struct td_fiber **candidates, uint32_t count, const struct td_fiber *current);

int td_hunt_is_over(void);        /* the execution has met, and the job was to end with that */

#endif
