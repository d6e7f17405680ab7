/* Races whose reversal is known to be explored already, found without building the continuation.
 *
 * A continuation begins with the first step behind the race's first one that is independent of it.  Often that step
 * decides: it is in the node's sleep set, or a child of the node explores all that begins with it.  If several
 * children do, any of them will do. */
#ifndef TD_RT_COVERED_H
#define TD_RT_COVERED_H

#include "reversal.h"

void td_covered_begin(void);                 /* another execution */

/* The step that says so, or TD_NO_STEP: then it has to be found out.  The caller must hold the lock if the node is shared. */
uint32_t td_covered_by(const struct td_race *race, uint32_t length);

#endif
