/* How near each operation of a program is to each waypoint, for a search that is steered there: the distances of the
 * site table (distance.h) as the runtime takes them. */
#ifndef TD_GUIDE_NEARNESS_H
#define TD_GUIDE_NEARNESS_H

#include "explore/waypoint.h"

/* Leaves them in the channel.  False: nothing of the program was woven by clang, so nothing is known. */
bool td_nearness_give(const struct td_waypoints *waypoints, struct td_symbols *symbols, struct td_channel *channel);

#endif
