/* Which threads are watched, because they may go round in a loop that waits.
 *
 * A thread that is watched takes the slow way at every access: with a tag that no granule of the shadow has.  It is watched until it changes
 * something. */
#ifndef TD_RT_WATCH_H
#define TD_RT_WATCH_H

#include "rt/state.h"

void td_watch_begin(struct td_fiber *fiber); /* a new one */

/* The fibre has done something that others may have been waiting for; if it has only looked, see spin.h. */
void td_progress(struct td_fiber *fiber);
void td_spins(struct td_fiber *fiber); /* it goes round: not to be run until another thread changes what it reads */

/* The fibre, which may be spinning, has written to memory of its own. */
void td_changed_own_memory(struct td_fiber *fiber);
void td_watch_own_memory(struct td_fiber *fiber); /* whether that is to be noticed may have changed */
void td_suspect(struct td_fiber *fiber, int on);  /* that it spins */
void td_watch_closely(struct td_fiber *fiber); /* all its accesses are events until it changes something */

#endif
