/* Data races that the runtime has noted (wire/race.h): each is made again and told once for each pair of lines in the
 * source.
 *
 * The execution that showed a race need not have brought its accesses next to each other; what made it a race is that
 * nothing orders them.  So a schedule is tried in which they are: the thread of the first access is held before it,
 * while the others go on as they did, until the second is about to happen.  If that can be followed, the race is
 * confirmed; otherwise it is hunted for with executions of its own (race_hunt.h), and if these do not bring them
 * together either, it is predicted, and shown in the execution that it was seen in.  One that cannot be made again at
 * all is unconfirmed (unconfirmed.h).
 */
#ifndef TD_EXPLORE_RACES_H
#define TD_EXPLORE_RACES_H

#include "explorer.h"

/* After a job whose last execution had new races. */
void td_races_deal(struct td_explorer *self);

/* The exploration is over, and there are places at which races might have been missed: executions are directed at them.
 */
void td_races_hunt(struct td_explorer *self);

void td_races_end(struct td_explorer *self);

#endif
