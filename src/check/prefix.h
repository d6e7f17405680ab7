/* The beginning of an execution as a schedule. */
#ifndef TD_CHECK_PREFIX_H
#define TD_CHECK_PREFIX_H

#include "steps.h"

#include "explore/schedule.h"

/* Before event number `event` of the trace, from 0, with the choices that were made by then.  STEPS: of the whole
 * trace, each object for itself. */
struct td_schedule *td_prefix(const struct td_steps *steps, uint32_t event);

#endif
