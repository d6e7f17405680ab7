/* Data races that were seen and could not be made again.  What was seen is kept, and told when the exploration is over,
 * unless another execution has shown the race so that it could be confirmed by then.
 *
 * There is no execution to show.  The trace that is told has the two accesses as its only events, and the locks that
 * their threads held before them; its `unconfirmed` says why there is no more. */
#ifndef TD_EXPLORE_UNCONFIRMED_H
#define TD_EXPLORE_UNCONFIRMED_H

#include "explorer.h"

/* The last execution of the session has seen it.  Takes WHY over. */
void td_unconfirmed_keep(struct td_explorer *self, uint64_t key, const struct td_data_race *race, char *why);

/* The exploration is over: tell those that were not confirmed. */
void td_unconfirmed_tell(struct td_explorer *self);

#endif
