/* Races that are known at a glance to ask for nothing new.
 *
 * A reversal begins with the first step behind the race's first one that does not depend on it; often that is all one has to know:
 * its thread is asleep at the node, or a child of the node explores all that begins with it.  Which of several such children it is
 * makes no difference. */
#ifndef TD_RT_COVERED_H
#define TD_RT_COVERED_H

#include "reversal.h"

void td_covered_begin(void);                 /* another execution */

/* The step that says so, or TD_NO_STEP: then it has to be found out.  Who calls it holds the lock if the node is shared. */
uint32_t td_covered_by(const struct td_race *race, uint32_t length);

#endif
