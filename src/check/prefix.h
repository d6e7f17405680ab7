/* Schedules of a trace's steps: its beginning, or some of them in another order. */
#ifndef TD_CHECK_PREFIX_H
#define TD_CHECK_PREFIX_H

#include "steps.h"

#include "explore/schedule.h"

/* Before event number `event` of the trace, from 0, with the choices that were made by then.  STEPS: of the whole
 * trace, each object for itself. */
struct td_schedule *td_prefix(const struct td_steps *steps, uint32_t event);

/* These steps, in an order in which they can happen.  NULL if it is not known which of them took which choice. */
struct td_schedule *td_schedule_in_order(const struct td_steps *steps, const uint32_t *order, uint32_t count);

#endif
