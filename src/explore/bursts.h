/* Bursts of random executions in a search that takes long.
 *
 * A search tries one order after the other that differ in their last steps first; what needs an early decision to be
 * another one may take it days to come to, while strategies that draw by lot come to it by chance.  So when a search
 * after the opening has made some thousand executions and is not about to end, it is left for a while, each time after
 * as many more executions as it had made, and the strategies of the portfolio that draw by lot go on in a process of
 * their own.  Their executions and classes are not counted, so that the figures of a search stay what they are; what
 * they find is a finding like any other. */
#ifndef TD_EXPLORE_BURSTS_H
#define TD_EXPLORE_BURSTS_H

#include "explorer.h"

/* After a job: a burst may be due. */
void td_bursts_next(struct td_explorer *self);

#endif
